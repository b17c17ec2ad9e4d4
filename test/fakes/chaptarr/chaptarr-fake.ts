import type { Delivery } from '../servarr/servarr-notifications.js';
import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';
import { CHAPTARR_NOTIFICATIONS, chaptarrEvent, type ChaptarrEvent } from './chaptarr-notifications.js';

/** Chaptarr, API v1: it says who it is to whoever has its key, and tells what happens to whoever is to know. */
export class ChaptarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    const statusBody = { installationId: 'demo-installation' };
    const identity = {
      appName: 'Chaptarr',
      version: '0.9.925.0',
      migrationVersion: 120,
      api: 'v1',
      statusBody,
    } as const;
    super(identity, CHAPTARR_NOTIFICATIONS, options);
  }

  /** Tells everybody who is to know of it that something has happened to a book. */
  tell(event: ChaptarrEvent): Promise<readonly Delivery[]> {
    return this.notifications.send(chaptarrEvent(event));
  }
}
