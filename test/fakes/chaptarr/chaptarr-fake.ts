import { ServarrServer, type ServarrFakeOptions } from '../servarr/servarr-server.js';

/** Chaptarr, API v1: it says who it is to whoever has its key. */
export class ChaptarrFake extends ServarrServer {
  constructor(options: ServarrFakeOptions = {}) {
    const statusBody = { installationId: 'demo-installation' };
    super({ appName: 'Chaptarr', version: '0.9.925.0', migrationVersion: 120, api: 'v1', statusBody }, options);
  }
}
