import { plainQueueRow, type ServarrQueueRow } from '../servarr/queue-row.js';
import { ServarrClient, type ServarrAddress } from '../servarr/servarr.client.js';
import type { WebhookProfile } from '../servarr/webhook-profile.js';

/** Source: doc 3 section 3.3, book flags; doc 4 section 5.1, book events. */
export const CHAPTARR_WEBHOOK: WebhookProfile = {
  on: [
    'onReleaseImport',
    'onGrab',
    'onUpgrade',
    'onAuthorAdded',
    'onBookAdded',
    'onBookDelete',
    'onAuthorDelete',
    'onBookFileDelete',
  ],
  off: ['onBookFileDeleteForUpgrade'],
  required: ['onReleaseImport'],
  clearsHeaders: false,
  events: {
    grab: 'grabbed',
    download: 'imported',
    releaseimport: 'imported',
    bookfileimport: 'imported',
    bookfileimported: 'imported',
    bookimport: 'imported',
    bookimported: 'imported',
    downloadimported: 'imported',
    downloadfolderimported: 'imported',
    bookadd: 'added',
    bookadded: 'added',
    authoradd: 'added',
    authoradded: 'added',
    bookdelete: 'removed',
    authordelete: 'removed',
    bookfiledelete: 'file_removed',
    rename: 'changed',
    retag: 'changed',
    bookretag: 'changed',
  },
};

/**
 * Chaptarr, API v1: the API of Readarr, with more in it. Every method throws UpstreamError where Chaptarr can't be read.
 *
 * Source: the OpenAPI document of Chaptarr v1 and docs/upstreams/chaptarr.md.
 */
export class ChaptarrClient extends ServarrClient<ServarrQueueRow> {
  constructor(address: ServarrAddress) {
    super({ ...address, system: 'chaptarr', api: 'v1' }, plainQueueRow);
  }
}
