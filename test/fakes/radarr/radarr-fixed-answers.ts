/** What the fake answers without looking at its films. */

export const systemStatus = (version: string, urlBase: string, startTime: string): Record<string, unknown> => ({
  appName: 'Radarr',
  instanceName: 'Radarr',
  version,
  buildTime: '2026-01-10T00:00:00Z',
  isDebug: false,
  isProduction: true,
  isAdmin: false,
  isUserInteractive: false,
  startupPath: '/app/radarr/bin',
  appData: '/config',
  osName: 'alpine',
  osVersion: '3.21',
  isNetCore: true,
  isLinux: true,
  isOsx: false,
  isWindows: false,
  isDocker: true,
  mode: 'console',
  branch: 'master',
  databaseType: 'sqLite',
  databaseVersion: '3.49.1',
  authentication: 'forms',
  migrationVersion: 242,
  urlBase,
  runtimeVersion: '8.0.12',
  runtimeName: '.NET',
  startTime,
  packageVersion: '',
  packageAuthor: '',
  packageUpdateMechanism: 'docker',
  packageUpdateMechanismMessage: '',
});

export interface RadarrProfile {
  readonly id: number;
  readonly name: string;
}

export function qualityProfile(profile: RadarrProfile): Record<string, unknown> {
  const item = (id: number, name: string, source: string): Record<string, unknown> => ({
    quality: { id, name, source, resolution: 1080, modifier: 'none' },
    items: [],
    allowed: true,
  });
  const web = [item(3, 'WEBDL-1080p', 'webdl'), item(15, 'WEBRip-1080p', 'webrip')];
  return {
    id: profile.id,
    name: profile.name,
    upgradeAllowed: true,
    cutoff: 7,
    items: [
      item(9, 'HDTV-1080p', 'tv'),
      { id: 1002, name: 'WEB 1080p', items: web, allowed: true },
      item(7, 'Bluray-1080p', 'bluray'),
    ],
    minFormatScore: 0,
    cutoffFormatScore: 0,
    minUpgradeFormatScore: 1,
    formatItems: [],
    language: { id: 1, name: 'English' },
  };
}

export interface RadarrRootFolder {
  readonly id: number;
  readonly path: string;
  readonly accessible: boolean;
}

export const rootFolder = (folder: RadarrRootFolder): Record<string, unknown> => ({
  ...folder,
  freeSpace: 812_345_678_901,
  unmappedFolders: [],
});

/** One failure of a 400, as the validators of Radarr write it. */
export const validationFailure = (
  propertyName: string,
  errorCode: string,
  errorMessage: string,
  attemptedValue: unknown,
): Record<string, unknown> => ({
  propertyName,
  errorMessage,
  attemptedValue,
  severity: 'error',
  errorCode,
  formattedMessageArguments: [],
  formattedMessagePlaceholderValues: {
    propertyName: propertyName.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    propertyValue: attemptedValue,
  },
});
