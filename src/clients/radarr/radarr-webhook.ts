import type { WebhookProfile } from '../servarr/webhook-profile.js';

/** Source: doc 3 section 3.3, movie flags and events. */
export const RADARR_WEBHOOK: WebhookProfile = {
  on: ['onGrab', 'onDownload', 'onUpgrade', 'onMovieAdded', 'onMovieDelete', 'onMovieFileDelete'],
  off: ['onMovieFileDeleteForUpgrade'],
  required: [],
  clearsHeaders: true,
  events: {
    grab: 'grabbed',
    download: 'imported',
    movieadded: 'added',
    moviedelete: 'removed',
    moviefiledelete: 'file_removed',
  },
};
