import type { Fields } from '../servarr/servarr-fields.js';
import { allowedGroup, type ServarrProfile } from '../servarr/servarr-fixed-answers.js';
import type { ServarrProduct } from '../servarr/servarr-fake.js';
import type { LidarrMetadataProfile } from './lidarr-catalog.js';
import { LIDARR_NOTIFICATIONS } from './lidarr-notifications.js';
import type { LidarrStoredFolder } from './lidarr-stored.js';

export const FLAC = { id: 6, name: 'FLAC' } as const;
const ALAC = { id: 7, name: 'ALAC' } as const;

export const LIDARR: ServarrProduct = {
  appName: 'Lidarr',
  version: '2.14.5.4836',
  migrationVersion: 77,
  api: 'v1',
  commandBody: { isTypeExclusive: false },
  notifications: LIDARR_NOTIFICATIONS,
  qualityProfile: ({ id, name }: ServarrProfile): Fields => ({
    id,
    name,
    upgradeAllowed: false,
    cutoff: 1005,
    items: [allowedGroup(1005, 'Lossless', [FLAC, ALAC])],
    minFormatScore: 0,
    cutoffFormatScore: 0,
    formatItems: [],
  }),
};

export const rootFolderResource = (folder: LidarrStoredFolder): Fields => ({
  ...folder,
  name: 'Music',
  defaultMonitorOption: 'none',
  defaultNewItemMonitorOption: 'none',
  defaultTags: [],
  freeSpace: 400_000_000_000,
  totalSpace: 2_000_000_000_000,
});

const PRIMARY = ['Album', 'EP', 'Single', 'Broadcast', 'Other'];
const SECONDARY = ['Studio', 'Compilation', 'Soundtrack', 'Spokenword', 'Interview', 'Live', 'Remix'];

export function metadataProfileResource({ id, name, primary, secondary }: LidarrMetadataProfile): Fields {
  const items = (all: readonly string[], kept: readonly string[]): readonly Fields[] =>
    all.map((type, index) => ({ albumType: { id: index, name: type }, allowed: kept.includes(type) }));
  return {
    id,
    name,
    primaryAlbumTypes: items(PRIMARY, primary),
    secondaryAlbumTypes: items(SECONDARY, secondary),
    releaseStatuses: [{ releaseStatus: { id: 0, name: 'Official' }, allowed: primary.length > 0 }],
  };
}
