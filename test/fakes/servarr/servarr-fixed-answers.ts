import type { Fields } from './servarr-fields.js';

/** What a manager answers without looking at its library. */

export const ENGLISH = { id: 1, name: 'English' } as const;

/** A release is one of a first version, not a repack. */
export const qualityModel = (quality: Fields): Fields => ({
  quality,
  revision: { version: 1, real: 0, isRepack: false },
});

export interface ServarrIdentity {
  readonly appName: string;
  readonly version: string;
  readonly migrationVersion: number;
  /** Version of its API. */
  readonly api: 'v1' | 'v3';
  /** What it writes of its status beside the usual. */
  readonly statusBody?: Fields;
}

export const systemStatus = (
  { appName, version, migrationVersion, statusBody }: ServarrIdentity,
  urlBase: string,
  startTime: string,
): Fields => ({
  appName,
  version,
  migrationVersion,
  instanceName: appName,
  buildTime: '2026-01-10T00:00:00Z',
  isDebug: false,
  isProduction: true,
  isAdmin: false,
  isUserInteractive: false,
  startupPath: `/app/${appName.toLowerCase()}/bin`,
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
  urlBase,
  runtimeVersion: '8.0.12',
  runtimeName: '.NET',
  startTime,
  packageVersion: '',
  packageAuthor: '',
  packageUpdateMechanism: 'docker',
  packageUpdateMechanismMessage: '',
  ...statusBody,
});

export interface ServarrProfile {
  readonly id: number;
  readonly name: string;
}

/** A quality that a profile takes. */
export const allowed = (quality: Fields): Fields => ({ quality, items: [], allowed: true });

/** Qualities that a profile takes for equals. */
export const allowedGroup = (id: number, name: string, qualities: readonly Fields[]): Fields => ({
  id,
  name,
  items: qualities.map(allowed),
  allowed: true,
});

/** @param more what the product writes beside the usual, what it takes included */
export const profileResource = ({ id, name }: ServarrProfile, more: Fields): Fields => ({
  id,
  name,
  upgradeAllowed: true,
  cutoff: 1002,
  minFormatScore: 0,
  cutoffFormatScore: 0,
  minUpgradeFormatScore: 1,
  formatItems: [],
  ...more,
});

export interface ServarrRootFolder {
  readonly id: number;
  readonly path: string;
  readonly accessible: boolean;
}

export const rootFolder = (folder: ServarrRootFolder): Fields => ({
  ...folder,
  freeSpace: 812_345_678_901,
  unmappedFolders: [],
});

/** Pictures of a library record, as it names them. */
export const imagesOf = (recordId: number, remote: string, kinds: readonly string[]): readonly Fields[] =>
  kinds.map((coverType) => ({
    coverType,
    url: `/MediaCover/${recordId}/${coverType}.jpg?lastWrite=638450000000000000`,
    remoteUrl: `${remote}${coverType}.jpg`,
  }));

/** One failure of a 400, as the validators write it. */
export const validationFailure = (
  propertyName: string,
  errorCode: string,
  errorMessage: string,
  attemptedValue: unknown,
): Fields => ({
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

/** What a manager has read of a file of video. */
export const MEDIA_INFO = {
  id: 0,
  audioBitrate: 640_000,
  audioChannels: 5.1,
  audioCodec: 'EAC3',
  audioLanguages: 'eng',
  audioStreamCount: 1,
  videoBitDepth: 10,
  videoBitrate: 6_200_000,
  videoCodec: 'x265',
  videoFps: 23.976,
  videoDynamicRange: 'HDR',
  videoDynamicRangeType: 'HDR10',
  resolution: '1920x800',
  runTime: '1:48:12',
  scanType: 'Progressive',
  subtitles: 'eng/spa',
};
