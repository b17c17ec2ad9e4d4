import { plainQueueRow, type ServarrQueueRow } from '../servarr/queue-row.js';
import { ServarrClient, type ServarrAddress } from '../servarr/servarr.client.js';
import type { WebhookProfile } from '../servarr/webhook-profile.js';

/**
 * Lidarr has no flag for files that were deleted. Source: the flags and events of its schema and facts, as doc 3's
 * decision on music manager flags says.
 */
export const LIDARR_WEBHOOK: WebhookProfile = {
  on: [
    'onReleaseImport',
    'onGrab',
    'onUpgrade',
    'onArtistAdd',
    'onArtistDelete',
    'onAlbumDelete',
    'onDownloadFailure',
    'onImportFailure',
  ],
  off: [],
  required: ['onReleaseImport'],
  clearsHeaders: false,
  events: {
    grab: 'grabbed',
    download: 'imported',
    artistadd: 'added',
    artistdelete: 'removed',
    albumdelete: 'removed',
    downloadfailure: 'failed',
    importfailure: 'failed',
    rename: 'changed',
    retag: 'changed',
  },
};

/**
 * Lidarr, API v1. Every method throws UpstreamError where Lidarr can't be read.
 *
 * Source: the OpenAPI document of Lidarr v1 and docs/upstreams/lidarr.md.
 */
export class LidarrClient extends ServarrClient<ServarrQueueRow> {
  constructor(address: ServarrAddress) {
    super({ ...address, system: 'lidarr', api: 'v1' }, plainQueueRow);
  }
}
