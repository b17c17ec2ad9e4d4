import type { WebhookProfile } from '../servarr/webhook-profile.js';

/** Source: doc 3 section 3.3, TV flags and events. */
export const SONARR_WEBHOOK: WebhookProfile = {
  on: ['onGrab', 'onDownload', 'onUpgrade', 'onSeriesAdd', 'onSeriesDelete', 'onEpisodeFileDelete'],
  off: ['onEpisodeFileDeleteForUpgrade'],
  required: [],
  clearsHeaders: true,
  events: {
    grab: 'grabbed',
    download: 'imported',
    seriesadd: 'added',
    seriesdelete: 'removed',
    episodefiledelete: 'file_removed',
  },
};
