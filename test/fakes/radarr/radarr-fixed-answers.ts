import type { Fields } from '../servarr/servarr-fields.js';
import {
  ENGLISH,
  profileResource,
  allowed,
  allowedGroup,
  type ServarrProfile,
} from '../servarr/servarr-fixed-answers.js';
import { RADARR_NOTIFICATIONS } from './radarr-notifications.js';
import type { ServarrProduct } from '../servarr/servarr-fake.js';

const quality = (id: number, name: string, source: string): Fields => ({
  id,
  name,
  source,
  resolution: 1080,
  modifier: 'none',
});

const HDTV = quality(9, 'HDTV-1080p', 'tv');
const WEB_RIP = quality(15, 'WEBRip-1080p', 'webrip');
export const WEB = quality(3, 'WEBDL-1080p', 'webdl');
export const BLURAY = quality(7, 'Bluray-1080p', 'bluray');

export const qualityProfile = (profile: ServarrProfile): Fields =>
  profileResource(profile, {
    items: [allowed(HDTV), allowedGroup(1002, 'WEB 1080p', [WEB, WEB_RIP]), allowed(BLURAY)],
    language: ENGLISH,
  });

export const RADARR: ServarrProduct = {
  appName: 'Radarr',
  version: '5.28.0.10274',
  migrationVersion: 242,
  api: 'v3',
  commandBody: { isTypeExclusive: false },
  notifications: RADARR_NOTIFICATIONS,
  qualityProfile,
};
