import { plainQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';
import { type ServarrAddress, ServarrClient } from '../servarr/servarr.client.js';

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
