import { plainQueueRow, type ServarrQueueRow } from '../servarr/queue-page.js';
import { type ServarrAddress, ServarrClient } from '../servarr/servarr.client.js';

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
