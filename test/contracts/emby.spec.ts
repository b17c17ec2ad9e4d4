import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { EmbyClient } from '../../src/clients/emby/emby.client.js';
import { embyIdOf, librariesSchema, systemInfoSchema } from '../../src/clients/mediabrowser/server-answers.js';
import { itemsOf } from '../../src/clients/mediabrowser/media-item.js';
import { readPolicy, UNRATED_KINDS } from '../../src/clients/mediabrowser/media-policy.js';
import { readUser } from '../../src/clients/mediabrowser/media-user.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { EMBY_CALLS, EmbyFake } from '../fakes/emby/emby-fake.js';
import type { StoredAccount } from '../fakes/mediabrowser/stored-media.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { exampleRecord } from './lesser-records.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

type Json = Record<string, unknown>;

const example = <T = Json>(name: string): T => upstreamJson<T>(`emby/examples/${name}.json`);

const IDS = { user: embyIdOf, library: { read: embyIdOf, write: (id: string): string => id } };
const HARBOR = { type: 'movie', tmdbId: 990_101, tvdbId: null } as const;

describe('Emby contract', () => {
  const check = new SchemaCheck(upstreamJson<Json>('emby/openapi.v4.json'));
  let fake: EmbyFake;
  let mara: StoredAccount;

  beforeEach(async () => {
    fake = await new EmbyFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
    fake.given.account({ name: 'root', administrator: true });
    mara = fake.given.account({ name: 'mara' });
    const { guid } = fake.given.library({ name: 'Movies', collectionType: 'movies' });
    Object.assign(mara.policy, { EnabledFolders: [guid], MaxParentalRating: 17 });
    fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101, providerIds: { Imdb: 'tt9901010' } });
    for (const account of fake.accounts) account.lastLoginDate = '2026-11-19T20:00:00Z';
  });

  afterEach(() => fake.stop());

  async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const who = 'Emby UserId="", Client="c", Device="d", DeviceId="e", Version="1"';
    const headers = { 'X-Emby-Token': fake.apiKey, 'X-Emby-Authorization': who, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${fake.url}${path}`, { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  }

  const json = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    JSON.parse((await ask(method, path, body)).text);

  describe('the fake answers as the document and the examples say', () => {
    it.each([
      ['/System/Info', 'system.info.public'],
      ['/System/Info/Public', 'system.info.public'],
      ['/Users/Query', 'users.query'],
      ['/Users/MARA', 'user'],
      ['/Library/VirtualFolders/Query', 'library.virtualfolders'],
      ['/Users/MARA/Items?Recursive=true&AnyProviderIdEquals=TMDB.990101&Fields=ProviderIds', 'items.page'],
    ])('%s', async (asked, named) => {
      const path = asked.replace('MARA', mara.id);
      const body = await json('GET', path);
      expect(check.answer('GET', path.replace(/\?.*/, ''), body)).toEqual([]);
      expect(missingKeys(example<unknown>(named), body)).toEqual([]);
      expect(await json('GET', `/emby${path}`)).toEqual(body);
    });

    it('ratings', async () => {
      const body = await json('GET', '/Localization/ParentalRatings');
      expect(check.answer('GET', '/Localization/ParentalRatings', body)).toEqual([]);
    });

    it('the examples of a creation, a password, a policy and a sign-in', async () => {
      fake.removeAccount(mara.id);
      const made = (await json('POST', '/Users/New', example('user.create.request'))) as Json;
      expect(check.answer('POST', '/Users/New', made)).toEqual([]);
      const id = String(made.Id);
      const password = { ...example<Json>('user.password.request'), Id: id };
      expect((await ask('POST', `/Users/${id}/Password`, password)).status).toBe(204);
      expect((await ask('POST', `/Users/${id}/Policy`, example('user.policy.request'))).status).toBe(204);
      const signedIn = await json('POST', '/Users/AuthenticateByName', example('authenticatebyname.request'));
      expect(check.answer('POST', '/Users/AuthenticateByName', signedIn)).toEqual([]);
      expect(missingKeys({ ...example<Json>('authenticatebyname.response'), User: {} }, signedIn)).toEqual([]);
    });

    it('emby facts, Errors: refusals in plain words', async () => {
      const taken = await ask('POST', '/Users/New', { Name: 'MARA' });
      expect(taken).toEqual({ status: 400, text: 'A user with the name MARA already exists.' });
      expect(await ask('GET', `/Users/${'b'.repeat(32)}`)).toEqual({ status: 404, text: 'User not found' });
      const wrong = { Username: 'mara', Pw: 'wrong' };
      expect(await ask('POST', '/Users/AuthenticateByName', wrong)).toMatchObject({ status: 401 });
    });

    it('emby facts, Create: a new account has no password, even where one is sent', async () => {
      await json('POST', '/Users/New', { Name: 'kim', Password: 'x' });
      expect([fake.opens('kim', ''), fake.opens('kim', 'x')]).toEqual([true, false]);
    });
  });

  describe('the client', () => {
    const clientOf = (): EmbyClient => {
      const device = { id: 'device-1', product: 'Usher', version: '1.2.3' };
      const access = { url: fake.url, apiKey: Secret.of(fake.apiKey), device };
      return new EmbyClient({ ...access, clock: new MovedClock(), log: silentLog });
    };

    it('sends nothing that the document does not know', async () => {
      const emby = clientOf();
      await emby.probe();
      const [movies] = await emby.libraries();
      const [rating] = await emby.parentalRatings();
      const limits = { maxRating: rating?.cap ?? null, blockUnrated: UNRATED_KINDS };
      await emby.users();
      const { id } = await emby.createUser('kim');
      await emby.setPassword(id, Secret.of('a-strong-one'));
      await emby.changePolicy(id, () => ({ disabled: true, libraries: [String(movies?.id)], limits }));
      await emby.changePolicy(id, () => ({ disabled: false, libraries: 'all' }));
      await emby.checkPassword('kim', Secret.of('a-strong-one'));
      await emby.findTitle(id, { ...HARBOR, tvdbId: 5 });
      await emby.findTitles(id, [HARBOR, { type: 'tv', tmdbId: 7, tvdbId: 5 }]);
      await emby.renameUser(id, 'kim ann');
      await emby.deleteUser(id);
      const made = new Set(fake.calls().map(({ method, path }) => `${method} ${path.replaceAll(id, ':id')}`));
      expect(Object.values(EMBY_CALLS).filter((key) => !made.has(key))).toEqual([EMBY_CALLS.publicInfo]);
      for (const call of fake.calls()) expect([call.path, ...check.call(call)]).toEqual([call.path]);
    });

    it('reads the second part of a list as the document lets it', async () => {
      await fake.stop();
      fake = await new EmbyFake({ pageSize: 1 }).start();
      for (const name of ['root', 'mara']) fake.given.account({ name });
      expect((await clientOf().users()).users).toHaveLength(2);
      for (const call of fake.calls()) expect(check.call(call)).toEqual([]);
    });

    it('names itself at a sign-in by the header that the document demands', async () => {
      await clientOf().checkPassword('mara', Secret.of('a-strong-one'));
      const [signIn] = fake.calls(EMBY_CALLS.authenticate);
      expect(signIn?.headers['x-emby-authorization']).toMatch(/^Emby UserId="", Client=/);
    });

    it('shapes its bodies as the example requests', async () => {
      const emby = clientOf();
      const { id } = await emby.createUser('kim');
      await emby.setPassword(id, Secret.of('a-strong-one'));
      await emby.changePolicy(id, () => ({ disabled: true }));
      await emby.checkPassword('kim', Secret.of('a-strong-one'));
      const keysOf = (key: string): unknown => Object.keys(fake.calls(key)[0]?.body as Json);
      expect(keysOf(EMBY_CALLS.create)).toEqual(Object.keys(example('user.create.request')));
      expect(keysOf(EMBY_CALLS.password)).toEqual(Object.keys(example('user.password.request')));
      expect(keysOf(EMBY_CALLS.authenticate)).toEqual(Object.keys(example('authenticatebyname.request')));
      const policy = fake.calls(EMBY_CALLS.policy)[0]?.body;
      expect(missingKeys({ ...example<Json>('user.policy.request'), EnabledFolders: [] }, policy)).toEqual([]);
    });

    it('understands the example payloads', async () => {
      const emby = clientOf();
      fake.fail(EMBY_CALLS.users, { body: example('users.query') });
      fake.fail(EMBY_CALLS.user, { body: example('user') });
      fake.fail(EMBY_CALLS.libraries, { body: example('library.virtualfolders') });
      fake.fail(EMBY_CALLS.items, { body: example('items.page') });
      const id = '7d6c5b4a39281706f5e4d3c2b1a09f8e';
      const movies = 'b5d2c1f0e4a94c61a1f2c3d4e5f60718';
      const policy = { administrator: false, allLibraries: false, libraryIds: [movies] };
      const person = { id, name: 'mara', policy, hasPassword: true, createdAt: Date.UTC(2026, 4, 1) };
      expect(await emby.users()).toMatchObject({ users: [person], isComplete: true });
      expect(await emby.user(id)).toMatchObject(person);
      expect(await emby.libraries()).toEqual([{ id: movies, name: 'Movies', collectionType: 'movies' }]);
      const film = { id: '4821', serverId: fake.serverId, name: 'Harbor Lights', year: 2024 };
      expect(await emby.findTitle(mara.id, HARBOR)).toEqual([film]);
    });

    it('blocks only kinds that the document knows', () => {
      const policy = { ...example<Json>('user.policy.request'), BlockUnratedItems: UNRATED_KINDS };
      expect(check.value({ $ref: '#/components/schemas/UserPolicy' }, policy, '')).toEqual([]);
    });
  });
});

const WHO = 'nobody could say whose account it is';
const CLOSED = 'what the account may do is unknown, and nothing is written to it';
const WHICH = 'nobody knows which title it is';

function isRead(value: unknown): boolean {
  if (value === null) throw new ZodError([]);
  return true;
}

/** The document never says null: its examples say what is there. */
const reading = (
  name: string,
  full: unknown,
  read: Reading['read'],
  needed: Reading['needed'],
  judged?: Reading['judged'],
): Reading => ({ name, full: exampleRecord(full), read, needed, judged });

holdReads('emby', [
  reading('system.info.public', example('system.info.public'), (info) => isRead(systemInfoSchema.parse(info)), {
    Version: ['refused', 'any JSON would be taken for a server'],
  }),
  reading(
    'a row of library.virtualfolders',
    example<{ Items: Json[] }>('library.virtualfolders').Items[0],
    (row) => librariesSchema('Guid', embyIdOf).parse([row]).length === 1,
    { Guid: ['refused', 'no policy could name it'] },
  ),
  reading('user', example('user'), (row) => isRead(readUser(row, IDS)), {
    Id: ['refused', WHO],
    Name: ['refused', WHO],
  }),
  reading(
    'user.policy.request',
    { ...example<Json>('user.policy.request'), MaxParentalRating: 13 },
    (row) => isRead(readPolicy(row, IDS.library)),
    {
      IsAdministrator: ['refused', CLOSED],
      IsDisabled: ['refused', CLOSED],
      EnableAllFolders: ['refused', CLOSED],
    },
    { EnabledFolders: CLOSED, MaxParentalRating: CLOSED, BlockUnratedItems: CLOSED },
  ),
  reading(
    'a row of items.page',
    example<{ Items: Json[] }>('items.page').Items[0],
    (row) => itemsOf([row], HARBOR, embyIdOf)?.length === 1,
    {
      Id: ['left out', 'no link could lead to it'],
      Type: ['left out', 'it may be no film'],
      ProviderIds: ['left out', WHICH],
      'ProviderIds.Tmdb': ['left out', WHICH],
    },
  ),
]);
