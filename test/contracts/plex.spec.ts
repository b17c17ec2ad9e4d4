import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  plexLibraries,
  plexPin,
  plexPinState,
  plexReaches,
  plexRefusal,
  plexServers,
  plexUser,
} from '../../src/clients/plex/plex-schemas.js';
import { PlexFake } from '../fakes/plex/plex-fake.js';
import { PlexMediaServerFake } from '../fakes/plex/plex-media-server-fake.js';
import { exampleRecord } from './lesser-records.js';
import { holdReads, type Reading } from './held-readings.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson, upstreamYaml } from './upstream-documents.js';

const example = <T = Record<string, unknown>>(name: string): T => upstreamJson<T>(`plex/examples/${name}.json`);

const HEADERS = { accept: 'application/json', 'x-plex-client-identifier': 'client-1', 'x-plex-product': 'Usher' };

describe('Plex contract', () => {
  let fake: PlexFake;
  let token: string;
  let check: SchemaCheck;

  beforeAll(() => {
    check = new SchemaCheck(upstreamYaml('plex/plex-api-spec.yaml'), { allowNull: true });
  });

  beforeEach(async () => {
    fake = await new PlexFake().start();
    const mara = fake.given.person({ id: 3_100_451, username: 'mara' });
    const otto = fake.given.person({ id: 3_100_999, username: 'otto' });
    const libraries = [{ id: 121_001, title: 'Movies', type: 'movie' }];
    fake.given.device({ machineIdentifier: 'basement', owner: mara, libraries });
    fake.given.device({ machineIdentifier: 'attic', owner: otto });
    fake.given.device({ machineIdentifier: 'telly', owner: mara, provides: 'client,player' });
    fake.given.share('attic', mara);
    await ask('POST', '/pins?strong=true');
    token = fake.approve(mara);
  });

  afterEach(() => fake.stop());

  async function ask(method: string, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const headers = { ...HEADERS, 'x-plex-token': token };
    const answer = await fetch(`${fake.url}/api/v2${path}`, { method, headers });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  it.each(['/user', '/resources'])('%s of the fake is what the document describes', async (path) => {
    const { body } = await ask('GET', path);
    expect(check.answer('GET', path, body)).toEqual([]);
  });

  it.each([
    ['/identity', 'pms.identity'],
    ['/library/sections', 'pms.library.sections'],
    ['/library/sections/1/all?includeGuids=1', 'pms.library.all.byguid'],
  ])('media server: %s of the fake has every key of %s', async (path, name) => {
    const server = await new PlexMediaServerFake('basement', 'server-token').start();
    server.give({ type: 'movie', tmdbId: 990_101, tvdbId: 770_101 });
    const answer = await fetch(server.url + path, { headers: { ...HEADERS, 'x-plex-token': 'server-token' } });
    expect(missingKeys(example<unknown>(name), await answer.json())).toEqual([]);
    await server.stop();
  });

  it('people without an address are what the document describes', async () => {
    await ask('POST', '/pins?strong=true');
    token = fake.approve(fake.given.managedPerson(88, 'Kid'));
    const { body } = await ask('GET', '/user');
    expect(Object.keys(body as object)).toEqual(Object.keys(example('user')));
  });

  it.each([
    ['POST', '/pins?strong=true', 'pins.create.response', 201],
    ['GET', '/pins/2211334455', 'pins.check.approved', 200],
    ['GET', '/pins/99', 'pins.check.expired.404', 404],
    ['GET', '/user', 'user', 200],
    ['GET', '/resources', 'resources', 200],
    ['GET', '/servers/basement', 'v2.server.librarysections', 200],
  ])('%s %s of the fake has every key of %s', async (method, path, name, status) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(status);
    expect(missingKeys(example<unknown>(name), answer.body)).toEqual([]);
  });

  it('a PIN that is pending is told as in its example', async () => {
    await ask('POST', '/pins?strong=true');
    const { body } = await ask('GET', `/pins/${fake.pins.latest.id}`);
    expect(missingKeys(example('pins.check.pending'), body)).toEqual([]);
    expect((body as { authToken: unknown }).authToken).toBe(example('pins.check.pending').authToken);
  });

  it('plex facts: without an Accept for JSON an answer is XML', async () => {
    const { accept: _, ...headers } = HEADERS;
    const answer = await fetch(`${fake.url}/api/v2/user`, { headers: { ...headers, 'x-plex-token': token } });
    expect(answer.headers.get('content-type')).toContain('xml');
  });

  it('plex facts, Headers: a token is good with the client identifier that it was made for alone', async () => {
    const headers = { ...HEADERS, 'x-plex-client-identifier': 'client-2', 'x-plex-token': token };
    expect((await fetch(`${fake.url}/api/v2/user`, { headers })).status).toBe(401);
  });

  it.each([
    ['pins.check.pending', plexPinState],
    ['pins.check.approved', plexPinState],
    ['pins.check.expired.404', plexRefusal],
    ['resources', plexServers],
    ['resources', plexReaches],
  ])('what we rely on is there in %s', (name, schema) => {
    expect(schema.safeParse(example<unknown>(name)).success).toBe(true);
  });
});

const IDENTITY = ['refused', 'somebody would be taken for somebody else'] as const;
const PROOF = ['refused', 'what can’t be read proves nothing, and disproves nothing'] as const;

const reading = (name: string, body: unknown, read: Reading['read'], needed: Reading['needed']): Reading => ({
  name,
  full: exampleRecord(body),
  read,
  needed,
});

holdReads('plex', [
  reading('pins.create.response', example('pins.create.response'), (pin) => plexPin.parse(pin) !== undefined, {
    id: ['refused', 'nobody could ask for it'],
    code: ['refused', 'nobody could approve it'],
    expiresIn: ['refused', 'nobody would know when to give up'],
  }),
  reading('user', example('user'), (user) => plexUser.parse(user) !== undefined, { id: IDENTITY }),
  reading(
    'a row of resources',
    example<readonly unknown[]>('resources')[0],
    (row) => plexServers.parse([row]).length === 1,
    { provides: PROOF, clientIdentifier: PROOF, owned: PROOF },
  ),
  reading(
    'v2.server.librarysections',
    example('v2.server.librarysections'),
    (server) => plexLibraries.parse(server).librarySections.length === 2,
    {
      machineIdentifier: ['refused', 'it may be another server'],
      librarySections: ['refused', 'a list that isn’t told is not an empty one'],
      'librarySections[].id': ['left out', 'a library that can’t be named could not be shared'],
    },
  ),
]);
