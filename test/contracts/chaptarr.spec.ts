import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';

const STATUS = '/api/v1/system/status';
const EXAMPLE = 'system.status.json';

/** What it has on its shelves, and the examples of such answers; null where none is published. */
const SHELF = [
  ['/api/v1/author', null],
  ['/api/v1/author/5', 'author.json'],
  ['/api/v1/author/lookup', null],
  ['/api/v1/book', 'book.list.json'],
  ['/api/v1/book/51', null],
  ['/api/v1/book/lookup', 'book.lookup.json'],
  ['/api/v1/bookfile', 'bookfile.list.json'],
  ['/api/v1/bookfile/81', null],
  ['/api/v1/calendar', null],
  ['/api/v1/wanted/missing', null],
  ['/api/v1/wanted/cutoff', null],
  ['/api/v1/queue', 'queue.page.json'],
  ['/api/v1/history', null],
] as const;

describe('Chaptarr against its document', () => {
  const contract = new ServarrContract('chaptarr', [], 'v1');
  let fake: ChaptarrFake;

  beforeEach(async () => {
    fake = await new ChaptarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
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
    const client = new ChaptarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
    await expect(client.testConnection()).resolves.toMatchObject({ appName: 'Chaptarr' });
    expect(fake.calls().map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${STATUS}`]);
    contract.expectKnown(fake.calls());
    contract.expectRead(EXAMPLE, FAMILY_FIELDS_READ[EXAMPLE]);
  });
});
