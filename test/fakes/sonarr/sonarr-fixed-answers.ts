import type { ServarrProduct } from '../servarr/servarr-fake.js';
import type { Fields } from '../servarr/servarr-fields.js';
import { allowed, allowedGroup, profileResource } from '../servarr/servarr-fixed-answers.js';
import { SONARR_NOTIFICATIONS } from './sonarr-notifications.js';

const quality = (id: number, name: string, source: string): Fields => ({ id, name, source, resolution: 1080 });

const HDTV = quality(9, 'HDTV-1080p', 'television');
const WEB_RIP = quality(15, 'WEBRip-1080p', 'webRip');
export const WEB = quality(3, 'WEBDL-1080p', 'web');

export const SONARR: ServarrProduct = {
  appName: 'Sonarr',
  version: '4.0.16.2944',
  migrationVersion: 217,
  api: 'v3',
  commandBody: {},
  notifications: SONARR_NOTIFICATIONS,
  qualityProfile: (profile) =>
    profileResource(profile, { items: [allowed(HDTV), allowedGroup(1002, 'WEB 1080p', [WEB_RIP, WEB])] }),
};
