import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';

/** Lidarr, API v1: it says who it is to whoever has its key. */
export class LidarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    super({ appName: 'Lidarr', version: '2.14.5.4836', migrationVersion: 77, api: 'v1' }, options);
  }
}
