import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { JellyfinClient } from '../../src/clients/jellyfin/jellyfin.client.js';
import { dashed, guidOf, librariesSchema, systemInfoSchema } from '../../src/clients/mediabrowser/server-answers.js';
import { itemsOf } from '../../src/clients/mediabrowser/media-item.js';
import { readPolicy, UNRATED_KINDS } from '../../src/clients/mediabrowser/media-policy.js';
import { readUser } from '../../src/clients/mediabrowser/media-user.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { JELLYFIN_CALLS, JellyfinFake } from '../fakes/jellyfin/jellyfin-fake.js';
import type { StoredAccount } from '../fakes/mediabrowser/stored-media.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { describedRecord } from './lesser-records.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

type Json = Record<string, unknown>;

const example = <T = Json>(name: string): T => upstreamJson<T>(`jellyfin/examples/${name}.json`);
const documentOf = (name: string): Json => upstreamJson<Json>(`jellyfin/openapi.${name}.json`);

const IDS = { user: guidOf, library: { read: guidOf, write: dashed } };
const HARBOR = { type: 'movie', tmdbId: 990_101, tvdbId: null, title: 'Nothing of it', year: 2024 } as const;

describe.each([
  ['10.11', '10.11.11'],
  ['12.0', '12.0.0'],
] as const)('Jellyfin contract, document of %s', (name, version) => {
  const check = new SchemaCheck(documentOf(name));
  let fake: JellyfinFake;
  let mara: StoredAccount;

  beforeEach(async () => {
    fake = await new JellyfinFake({ version, now: () => Date.UTC(2026, 10, 20, 12) }).start();
    fake.given.account({ name: 'root', administrator: true });
    mara = fake.given.account({ name: 'mara' });
    const { guid } = fake.given.library({ name: 'Movies', collectionType: 'movies' });
    fake.given.library({ name: 'Shows', collectionType: 'tvshows' });
    Object.assign(mara.policy, { EnabledFolders: [guid], MaxParentalRating: 17, MaxParentalSubRating: 1 });
    const film = { type: 'Movie', name: 'Harbor Lights', rating: 'PG-13', tmdbId: 990_101 } as const;
    fake.given.item({ ...film, providerIds: { Imdb: 'tt9901010' } });
    const series = { type: 'Series', name: 'Northern Relay', year: 2025, tvdbId: 880_201, tmdbId: 990_201 } as const;
    fake.given.item({ ...series, providerIds: { Imdb: 'tt9902010' } });
  });

  afterEach(() => fake.stop());

  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const Authorization = `MediaBrowser Client="c", Device="d", DeviceId="e", Version="1", Token="${fake.apiKey}"`;
    const headers = { Authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${fake.url}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    } as RequestInit);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  describe('the fake answers as the document and the examples say', () => {
    it.each([
      ['/System/Info', 'system.info.public'],
      ['/System/Info/Public', 'system.info.public'],
      ['/Users', 'users.list'],
      ['/Users/MARA', 'user'],
      ['/Library/VirtualFolders', 'library.virtualfolders'],
      ['/Items?userId=MARA&recursive=true&fields=ProviderIds', 'items.page'],
    ])('%s', async (asked, named) => {
      mara.lastLoginDate = '2026-11-19T20:00:00Z';
      const root = fake.account('root');
      if (root) root.lastLoginDate = mara.lastLoginDate;
      const { body } = await ask('GET', asked.replace('MARA', mara.id));
      expect(check.answer('GET', asked.replace(/\?.*/, '').replace('MARA', mara.id), body)).toEqual([]);
      expect(missingKeys(withoutPaths(example<unknown>(named)), body)).toEqual([]);
    });

    it('ratings, with those that are none', async () => {
      const { body } = await ask('GET', '/Localization/ParentalRatings');
      expect(check.answer('GET', '/Localization/ParentalRatings', body)).toEqual([]);
      expect(body).toContainEqual({ Name: 'Unrated' });
    });

    it('the examples of a creation, a policy and a sign-in', async () => {
      fake.removeAccount(mara.id);
      const { body: made } = await ask('POST', '/Users/New', example('user.create.request'));
      expect(check.answer('POST', '/Users/New', made)).toEqual([]);
      const path = `/Users/${String((made as Json).Id)}/Policy`;
      expect((await ask('POST', path, example('user.policy.request'))).status).toBe(204);
      const { body } = await ask('POST', '/Users/AuthenticateByName', example('authenticatebyname.request'));
      expect(check.answer('POST', '/Users/AuthenticateByName', body)).toEqual([]);
      const { User: _, SessionInfo: __, ...rest } = example('authenticatebyname.response');
      expect(missingKeys({ ...rest, User: {}, SessionInfo: {} }, body)).toEqual([]);
    });

    it('jellyfin facts, Auth: nobody without a token in the header, though it be elsewhere', async () => {
      const elsewhere: readonly Record<string, string>[] = [
        {},
        { 'X-Emby-Token': fake.apiKey },
        { Authorization: `Bearer ${fake.apiKey}` },
      ];
      for (const headers of elsewhere) {
        expect((await fetch(`${fake.url}/Users?api_key=${fake.apiKey}`, { headers })).status).toBe(401);
      }
    });

    it('jellyfin facts, Admin guard: refuses to lose its last administrator', async () => {
      const root = fake.account('root');
      const disabled = { ...example<Json>('user.policy.request'), IsAdministrator: true, IsDisabled: true };
      expect((await ask('POST', `/Users/${root?.id}/Policy`, disabled)).status).toBe(403);
      expect(root?.policy.IsDisabled).toBe(false);
    });

    it('jellyfin facts, Create: refuses a policy that is not whole', async () => {
      const { AuthenticationProviderId: _, ...rest } = example('user.policy.request');
      expect((await ask('POST', `/Users/${mara.id}/Policy`, rest)).status).toBe(400);
    });

    it('issue 21, Real products: the key without an account sees everything', async () => {
      Object.assign(mara.policy, { EnabledFolders: [], EnableAllFolders: false });
      const query = 'recursive=true&fields=ProviderIds&userId=';
      const count = async (id: string): Promise<unknown> => (await ask('GET', `/Items?${query}${id}`)).body;
      expect(await count(mara.id)).toMatchObject({ TotalRecordCount: 0 });
      for (const nobody of ['', '0'.repeat(32)]) expect(await count(nobody)).toMatchObject({ TotalRecordCount: 2 });
      expect((await ask('GET', `/Items?${query}${'b'.repeat(32)}`)).status).toBe(404);
    });
  });

  describe('the client', () => {
    const clientOf = (): JellyfinClient => {
      const device = { id: 'device-1', product: 'Usher', version: '1.2.3' };
      const access = { url: fake.url, apiKey: Secret.of(fake.apiKey), device };
      return new JellyfinClient({ ...access, clock: new MovedClock(), log: silentLog });
    };

    it('sends nothing that the document does not know', async () => {
      const jellyfin = clientOf();
      await jellyfin.probe();
      const [movies] = await jellyfin.libraries();
      const [rating] = await jellyfin.parentalRatings();
      const limits = { maxRating: rating?.cap ?? null, blockUnrated: UNRATED_KINDS };
      await jellyfin.users();
      const { id } = await jellyfin.createUser('kim', Secret.of('one-time'));
      await jellyfin.changePolicy(id, () => ({ disabled: true, libraries: [String(movies?.id)], limits }));
      await jellyfin.changePolicy(id, () => ({ disabled: false, libraries: 'all' }));
      await jellyfin.setPassword(id, Secret.of('a-strong-one'));
      await jellyfin.checkPassword('kim', Secret.of('a-strong-one'));
      await jellyfin.findTitle(mara.id, HARBOR);
      await jellyfin.findTitles(mara.id, [HARBOR, { type: 'tv', tmdbId: 7, tvdbId: 5 }]);
      await jellyfin.deleteUser(id);
      const made = new Set(fake.calls().map(({ method, path }) => `${method} ${path.replaceAll(id, ':id')}`));
      expect([...Object.values(JELLYFIN_CALLS)].filter((key) => !made.has(key))).toEqual([JELLYFIN_CALLS.publicInfo]);
      for (const call of fake.calls()) expect([call.path, ...check.call(call)]).toEqual([call.path]);
    });

    it('shapes its bodies as the example requests', async () => {
      const jellyfin = clientOf();
      const { id } = await jellyfin.createUser('kim', Secret.of('one-time'));
      await jellyfin.changePolicy(id, () => ({ disabled: true }));
      await jellyfin.checkPassword('kim', Secret.of('one-time'));
      const sent = (key: string): unknown => fake.calls(key)[0]?.body;
      expect(Object.keys(sent(JELLYFIN_CALLS.create) as Json)).toEqual(Object.keys(example('user.create.request')));
      expect(missingKeys(example('user.policy.request'), sent(JELLYFIN_CALLS.policy))).toEqual([]);
      expect(Object.keys(sent(JELLYFIN_CALLS.authenticate) as Json)).toEqual(
        Object.keys(example('authenticatebyname.request')),
      );
    });

    it('understands the example payloads', async () => {
      const jellyfin = clientOf();
      const id = '11111111222243338444555555555555';
      fake.fail(JELLYFIN_CALLS.users, { body: example<unknown>('users.list') });
      fake.fail(JELLYFIN_CALLS.user, { body: example('user') });
      fake.fail(JELLYFIN_CALLS.libraries, { body: example<unknown>('library.virtualfolders') });
      fake.fail(JELLYFIN_CALLS.items, { body: example('items.page') });
      const policy = { administrator: false, allLibraries: false, libraryIds: ['f137a2dd21bb41b99aa5c0f6bf02a805'] };
      expect(await jellyfin.users()).toMatchObject({
        users: [
          { id, name: 'mara', policy },
          { name: 'root', policy: { administrator: true, allLibraries: true } },
        ],
        isComplete: true,
      });
      expect(await jellyfin.user(id)).toMatchObject({ id, policy });
      expect(await jellyfin.libraries()).toEqual([
        { id: 'f137a2dd21bb41b99aa5c0f6bf02a805', name: 'Movies', collectionType: 'movies' },
        { id: 'a656b907eb3a73532e40e44b968d0225', name: 'Shows', collectionType: 'tvshows' },
      ]);
      expect(await jellyfin.findTitle(mara.id, HARBOR)).toEqual([
        { id: 'aaaaaaaabbbb4ccc8dddeeeeeeeeeeee', serverId: fake.serverId, name: 'Harbor Lights', year: 2024 },
      ]);
    });

    it('blocks only kinds that the document knows', () => {
      const policy = { ...example<Json>('user.policy.request'), BlockUnratedItems: UNRATED_KINDS };
      expect(check.value({ $ref: '#/components/schemas/UserPolicy' }, policy, '')).toEqual([]);
    });
  });
});

/** Where an item lies is told only to who asks for it, and we don't. */
function withoutPaths(value: unknown): unknown {
  const { Items, ...page } = value as Json;
  if (!Array.isArray(Items)) return value;
  return { ...page, Items: (Items as Json[]).map(({ Path: _, ...item }) => item) };
}

const document = documentOf('12.0');
const WHO = 'nobody could say whose account it is';
const CLOSED = 'what the account may do is unknown, and nothing is written to it';

const reading = (
  schema: string,
  full: unknown,
  read: Reading['read'],
  needed: Reading['needed'],
  judged?: Reading['judged'],
): Reading => ({ name: schema, full: describedRecord(document, schema, full), read, needed, judged });

function isRead(value: unknown): boolean {
  if (value === null) throw new ZodError([]);
  return true;
}

const POLICY = {
  IsAdministrator: ['refused', CLOSED],
  IsDisabled: ['refused', CLOSED],
  EnableAllFolders: ['refused', CLOSED],
} as const;

holdReads('jellyfin', [
  reading('SystemInfo', example('system.info.public'), (info) => systemInfoSchema.parse(info) !== undefined, {
    Version: ['refused', 'any JSON would be taken for a server'],
  }),
  reading(
    'VirtualFolderInfo',
    example<Json[]>('library.virtualfolders')[0],
    (row) => librariesSchema('ItemId', guidOf).parse([row]).length === 1,
    {
      ItemId: ['refused', 'no policy could name it'],
    },
  ),
  reading('UserDto', example('user'), (row) => isRead(readUser(row, IDS)), {
    Id: ['refused', WHO],
    Name: ['refused', WHO],
  }),
  reading('UserPolicy', example('user.policy.request'), (row) => isRead(readPolicy(row, IDS.library)), POLICY, {
    EnabledFolders: CLOSED,
    MaxParentalRating: CLOSED,
    MaxParentalSubRating: CLOSED,
    BlockUnratedItems: CLOSED,
  }),
  reading(
    'BaseItemDto',
    example<{ Items: Json[] }>('items.page').Items[0],
    (row) => itemsOf([row], HARBOR, guidOf)?.length === 1,
    {
      Id: ['left out', 'no link could lead to it'],
      Type: ['left out', 'it may be no film'],
      ProviderIds: ['left out', 'nobody knows which title it is'],
      'ProviderIds.Tmdb': ['left out', 'nobody knows which title it is'],
    },
  ),
]);
