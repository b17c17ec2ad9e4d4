import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeFault } from '../../../test/fakes/fake-fault.js';
import { PLEX_CALLS, PlexFake } from '../../../test/fakes/plex/plex-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { type PlexAccount, PlexClient, plexSignInUrl } from './plex.client.js';

const IDENTITY = { clientIdentifier: 'client-1', product: 'Usher', version: '1.2.3' };

describe('PlexClient', () => {
  const clock = new MovedClock();
  let fake: PlexFake;
  let client: PlexClient;

  beforeEach(async () => {
    fake = await new PlexFake(() => clock.now()).start();
    client = new PlexClient({ url: fake.url, identity: IDENTITY, clock, log: silentLog });
  });

  afterEach(() => fake.stop());

  /** Mara, signed in, who owns one server and has a player. */
  async function mara(): Promise<PlexAccount> {
    const person = fake.given.person({ id: 3_100_451, username: 'mara', email: 'mara@example.org' });
    const libraries = [{ id: 121_001, title: 'Movies', type: 'movie' }];
    fake.given.device({ machineIdentifier: 'basement', owner: person, libraries });
    fake.given.device({ machineIdentifier: 'telly', owner: person, provides: 'client,player,pubsub-player' });
    await client.beginPin();
    return client.as(Secret.of(fake.approve(person)));
  }

  const answering = (body: unknown, status = 200): FakeFault => ({ status, body });

  describe('issue 19 §3: sign-in by PIN', () => {
    it('asks for a strong PIN', async () => {
      const pin = await client.beginPin();
      expect(pin).toEqual({
        id: 2_211_334_455,
        code: expect.stringMatching(/^\w{25}$/) as string,
        expiresInMs: 1_800_000,
      });
      expect(fake.calls()[0]?.query).toEqual({ strong: 'true' });
    });

    it('issue 21: one whose answer was lost is nobody’s, and the next call begins another', async () => {
      fake.fail(PLEX_CALLS.beginPin, 'answer-lost');
      expect(await failureOf(client.beginPin())).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
      const { id } = await client.beginPin();
      expect(await client.checkPin(id)).toEqual({ state: 'pending' });
    });

    it('says that one is pending until somebody has approved it, and then brings the token', async () => {
      const { id } = await client.beginPin();
      expect(await client.checkPin(id)).toEqual({ state: 'pending' });
      const token = fake.approve(fake.given.person({ id: 7 }));
      const checked = await client.checkPin(id);
      expect(checked.state === 'approved' && checked.token.reveal()).toBe(token);
    });

    it('plex facts: only a 404 with error 1020 says that it has expired', async () => {
      const { id } = await client.beginPin();
      fake.expirePin();
      expect(await client.checkPin(id)).toEqual({ state: 'expired' });
    });

    it.each<readonly [string, FakeFault, string]>([
      [
        'a 404 with another error',
        answering({ errors: [{ code: 1002, message: 'Not Found', status: 404 }] }, 404),
        'not_found',
      ],
      ['a 404 without errors', answering({ errors: [] }, 404), 'not_found'],
      ['a 404 page', { status: 404, body: '<html></html>' }, 'malformed'],
      ['an answer about another PIN', answering({ id: 5, authToken: null }), 'malformed'],
      ['an id that is no whole number', answering({ id: 2_211_334_455.5, authToken: 'token' }), 'malformed'],
      ['an id as text', answering({ id: '2211334455', authToken: 'token' }), 'malformed'],
      ['a missing token', answering({ id: 2_211_334_455 }), 'malformed'],
      ['an empty token', answering({ id: 2_211_334_455, authToken: '' }), 'malformed'],
      ['a token that no header could hold', answering({ id: 2_211_334_455, authToken: 'a\r\nb' }), 'malformed'],
      ['a token that is no text', answering({ id: 2_211_334_455, authToken: true }), 'malformed'],
      ['text that is not JSON', 'garbage', 'malformed'],
      ['nothing', 'empty', 'malformed'],
      ['half an answer', 'cut-body', 'unreachable'],
      ['a reset connection', 'reset', 'unreachable'],
      ['a fault of its own', 503, 'failed'],
      ['a refusal', 401, 'unauthorized'],
      ['too many calls', 429, 'rate_limited'],
      ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' } }, 'redirected'],
    ])('takes %s for no expired and no approved PIN', async (_, fault, kind) => {
      const { id } = await client.beginPin();
      fake.fail(PLEX_CALLS.checkPin, fault);
      expect(await failureOf(client.checkPin(id))).toMatchObject({ system: 'plex', kind });
    });

    it.each([
      ['no id', { code: 'abcd', expiresIn: 5 }],
      ['an id that is no whole number', { id: 1.5, code: 'abcd', expiresIn: 5 }],
      ['a null code', { id: 1, code: null, expiresIn: 5 }],
      ['a code that is no word', { id: 1, code: 'a&b#c', expiresIn: 5 }],
      ['no lifetime', { id: 1, code: 'abcd' }],
      ['a lifetime that is over', { id: 1, code: 'abcd', expiresIn: 0 }],
    ])('security 34: refuses a PIN with %s', async (_, body) => {
      fake.fail(PLEX_CALLS.beginPin, answering(body, 201));
      expect(await failureOf(client.beginPin())).toMatchObject({ kind: 'malformed' });
    });
  });

  describe('who somebody is', () => {
    it('reads id, name and address', async () => {
      expect(await (await mara()).user()).toEqual({ id: '3100451', name: 'mara', email: 'mara@example.org' });
    });

    it('issue 19 §3: managed people of a home have a title and no address', async () => {
      await client.beginPin();
      const token = fake.approve(fake.given.managedPerson(88, 'Kid'));
      expect(await client.as(Secret.of(token)).user()).toEqual({ id: '88', name: 'Kid', email: '' });
    });

    it.each([
      ['no id', {}],
      ['an id that is no whole number', { id: 1.5 }],
      ['an id as text', { id: '7' }],
      ['an id that no number holds exactly', { id: 2 ** 53 }],
      ['a negative id', { id: -1 }],
    ])('refuses an account with %s', async (_, body) => {
      const account = await mara();
      fake.fail(PLEX_CALLS.user, answering({ username: 'mara', ...body }));
      expect(await failureOf(account.user())).toMatchObject({ kind: 'malformed' });
    });

    it.each<readonly [FakeFault, string]>([
      [answering([]), 'malformed'],
      ['garbage', 'malformed'],
      [401, 'unauthorized'],
    ])('refuses %j in place of an account', async (fault, kind) => {
      const account = await mara();
      fake.fail(PLEX_CALLS.user, fault);
      expect(await failureOf(account.user())).toMatchObject({ kind });
    });

    it('issue 21: a token may be signed out although the answer was lost', async () => {
      const account = await mara();
      fake.fail(PLEX_CALLS.signOut, 'answer-lost');
      expect(await failureOf(account.signOut())).toMatchObject({ kind: 'unreachable', definitelyNotSent: false });
      expect(await failureOf(account.user())).toMatchObject({ kind: 'unauthorized' });
    });

    it('is `unauthorized` once the token is good no more', async () => {
      const account = await mara();
      await account.signOut();
      expect(await failureOf(account.user())).toMatchObject({ kind: 'unauthorized', status: 401 });
    });
  });

  describe('the servers of an account', () => {
    it('are devices that provide a server: no player, and no invitation that waits', async () => {
      const otto = fake.given.person({ id: 3_100_999, username: 'otto' });
      fake.given.device({ machineIdentifier: 'attic', owner: otto, name: 'Attic', provides: 'client, server' });
      fake.given.device({ machineIdentifier: 'garage', owner: otto });
      const account = await mara();
      fake.given.share('attic', fake.given.person({ id: 3_100_451 }));
      fake.given.invitation('garage', fake.given.person({ id: 3_100_451 }));
      expect(await account.servers()).toEqual([
        { machineIdentifier: 'attic', name: 'Attic', version: '1.42.2.10156', owned: false, ownerId: '3100999' },
        { machineIdentifier: 'basement', name: 'Basement', version: '1.42.2.10156', owned: true, ownerId: null },
      ]);
    });

    it.each([
      ['says nothing of its owner', { provides: 'server', clientIdentifier: 'a' }],
      ['has an owner that is no yes or no', { provides: 'server', clientIdentifier: 'a', owned: 'true' }],
      ['has no identifier', { provides: 'server', clientIdentifier: null, owned: true }],
      ['has an empty identifier', { provides: 'server', clientIdentifier: '', owned: true }],
      ['has an identifier with a blank', { provides: 'server', clientIdentifier: 'a b', owned: true }],
    ])('can not be read where one %s', async (_, row) => {
      const account = await mara();
      fake.fail(PLEX_CALLS.resources, answering([row]));
      expect(await failureOf(account.servers())).toMatchObject({ kind: 'malformed' });
    });

    it.each<readonly [FakeFault, string]>([
      [answering({}), 'malformed'],
      ['empty', 'malformed'],
      [503, 'failed'],
    ])('can not be read out of %j', async (fault, kind) => {
      const account = await mara();
      fake.fail(PLEX_CALLS.resources, fault);
      expect(await failureOf(account.servers())).toMatchObject({ kind });
    });

    it('are read beside players of any form', async () => {
      const account = await mara();
      fake.fail(PLEX_CALLS.resources, answering([{ provides: '' }, { provides: 'player', clientIdentifier: null }]));
      expect(await account.servers()).toEqual([]);
    });

    it('issue 43 C14: are read beside a device that doesn’t say what it offers, and not out of such devices alone', async () => {
      const account = await mara();
      const own = { provides: 'server', clientIdentifier: 'attic', owned: true };
      fake.fail(PLEX_CALLS.resources, answering([{ provides: 5 }, null, own]));
      expect(await account.servers()).toMatchObject([{ machineIdentifier: 'attic' }]);
      fake.fail(PLEX_CALLS.resources, answering([{ provides: 5 }]));
      expect(await failureOf(account.servers())).toMatchObject({ kind: 'malformed' });
    });

    it('have libraries by the ids that shares name', async () => {
      expect(await (await mara()).libraries('basement')).toEqual([
        { id: '121001', key: '1', title: 'Movies', type: 'movie' },
      ]);
    });

    it('issue 19 §3: have no libraries of another server’s', async () => {
      const account = await mara();
      fake.fail(PLEX_CALLS.libraries, answering({ machineIdentifier: 'attic', librarySections: [] }));
      expect(await failureOf(account.libraries('basement'))).toMatchObject({ kind: 'malformed' });
    });
  });

  it('issue 19 §3: every call bears our client identifier and product, and the token is a header and in no address', async () => {
    const account = await mara();
    await client.checkPin(fake.pins.latest.id);
    await account.user();
    await account.servers();
    await account.libraries('basement');
    await account.signOut();
    expect(fake.calls()).toHaveLength(6);
    for (const { headers, path, query } of fake.calls()) {
      expect(headers).toMatchObject({
        accept: 'application/json',
        'x-plex-client-identifier': 'client-1',
        'x-plex-product': 'Usher',
        'x-plex-version': '1.2.3',
      });
      expect(path + JSON.stringify(query)).not.toContain('planted-hub-token');
    }
    expect(fake.calls().filter(({ headers }) => headers['x-plex-token'] === 'planted-hub-token-1')).toHaveLength(4);
    expect(fake.knows('planted-hub-token-1')).toBe(false);
  });

  it('plex facts: somebody approves a PIN in the web app, whose address carries code and client in its fragment', () => {
    const url = new URL(
      plexSignInUrl('https://app.plex.tv', { code: 'a1', clientIdentifier: 'c & d', product: 'Usher' }),
    );
    expect([url.origin, url.pathname, url.search]).toEqual(['https://app.plex.tv', '/auth', '']);
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(2)))).toEqual({
      clientID: 'c & d',
      code: 'a1',
      'context[device][product]': 'Usher',
    });
  });
});
