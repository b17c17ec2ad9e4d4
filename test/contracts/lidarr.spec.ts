import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';

const STATUS = '/api/v1/system/status';
const EXAMPLE = 'system.status.json';

/** What it has on its shelves, and the examples of such answers; null where none is published. */
const SHELF = [
  ['/api/v1/artist', 'artist.list.json'],
  ['/api/v1/artist/3', 'artist.json'],
  ['/api/v1/artist/lookup', null],
  ['/api/v1/album', 'album.list.json'],
  ['/api/v1/album/21', 'album.json'],
  ['/api/v1/album/lookup', null],
  ['/api/v1/track', 'track.list.json'],
  ['/api/v1/trackfile', 'trackfile.list.json'],
  ['/api/v1/calendar', null],
  ['/api/v1/wanted/missing', null],
  ['/api/v1/wanted/cutoff', null],
  ['/api/v1/queue', 'queue.page.json'],
  ['/api/v1/history', 'history.page.json'],
] as const;

describe('Lidarr against its document', () => {
  const contract = new ServarrContract('lidarr', [], 'v1');
  let fake: LidarrFake;

  beforeEach(async () => {
    fake = await new LidarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
  });

  afterEach(() => fake.stop());

  it('the fake says who it is as the example and the document do', async () => {
    contract.expectFits('GET', STATUS, await contract.ask(fake, STATUS), contract.example(EXAMPLE));
  });

  it.each(SHELF)('the fake has on its shelves what fits the document: %s', async (path, example) => {
    const body = await contract.ask(fake, path);
    contract.expectFits('GET', path, body, example === null ? body : contract.example(example));
    expect(JSON.stringify(body)).toMatch(/"id":\d/);
  });

  it('the client makes a call that the document knows, and reads what the example has', async () => {
    const apiKey = Secret.of(fake.apiKey);
    const client = new LidarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
    await expect(client.testConnection()).resolves.toMatchObject({ appName: 'Lidarr' });
    expect(fake.calls().map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${STATUS}`]);
    contract.expectKnown(fake.calls());
    contract.expectRead(EXAMPLE, FAMILY_FIELDS_READ[EXAMPLE]);
  });
});
