import type { Delivery } from '../servarr/servarr-notifications.js';
import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';
import { LIDARR_NOTIFICATIONS, lidarrEvent, type LidarrEvent } from './lidarr-notifications.js';

/** Lidarr, API v1: it says who it is to whoever has its key, and tells what happens to whoever is to know. */
export class LidarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    const identity = { appName: 'Lidarr', version: '2.14.5.4836', migrationVersion: 77, api: 'v1' } as const;
    super(identity, LIDARR_NOTIFICATIONS, options);
  }

  /** Tells everybody who is to know of it that something has happened to an album. */
  tell(event: LidarrEvent): Promise<readonly Delivery[]> {
    return this.notifications.send(lidarrEvent(event));
  }
}
