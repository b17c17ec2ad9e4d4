import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { INTENT_SETTLING_JOB } from '../../../src/modules/media-accounts/creation/intent-settling.job.js';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import type { FakeAnswer } from '../../fakes/fake-server.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import type { PlexPerson } from '../../fakes/plex/plex-person.js';
import type { HttpClient } from '../../harness/http-client.js';
import { BASEMENT, START, VERIFIER } from '../../harness/hub-fixture.js';
import type { MediaHousehold } from '../../harness/media-household.js';
import { openedBy, sealedValues } from '../../harness/sealed-values.js';
import { SecretSearch } from '../../harness/secret-search.js';
import type { Session } from '../../harness/start-app.js';
import { LookupHousehold } from './lookup-household.js';

const KINDS = ['video_server_a', 'video_server_b', 'audiobook_server', 'hub'] as const;
type Kind = (typeof KINDS)[number];
type SelfHosted = Exclude<Kind, 'hub'>;
const SELF_HOSTED = KINDS.filter((kind) => kind !== 'hub');
type Fields = Readonly<Record<string, unknown>>;
type Tokens = Readonly<Record<'access_token' | 'refresh_token', string>>;

const METRICS_TOKEN = 'metrics-token-of-the-search';
const BOOKS = 'lib-books';

/** Every call that the clients make of a server. */
const CALLS: Readonly<Record<Kind, readonly string[]>> = {
  video_server_a: Object.values(JELLYFIN_CALLS),
  video_server_b: Object.values(EMBY_CALLS),
  audiobook_server: Object.values(AUDIOBOOKSHELF_CALLS),
  hub: Object.values(PLEX_CALLS),
};

/** Those by which an account is made. */
const MAKING: Readonly<Record<SelfHosted, readonly string[]>> = {
  video_server_a: [JELLYFIN_CALLS.create, JELLYFIN_CALLS.policy, JELLYFIN_CALLS.password],
  video_server_b: [EMBY_CALLS.create, EMBY_CALLS.password, EMBY_CALLS.policy, EMBY_CALLS.rename],
  audiobook_server: [AUDIOBOOKSHELF_CALLS.createUser, AUDIOBOOKSHELF_CALLS.changeUser],
};

/** Those by which a person is let in or not, once. */
const SIGN_IN: Readonly<Record<SelfHosted, string>> = {
  video_server_a: JELLYFIN_CALLS.authenticate,
  video_server_b: EMBY_CALLS.authenticate,
  audiobook_server: AUDIOBOOKSHELF_CALLS.login,
};

/** Those by which access is switched off. */
const OFF: Readonly<Record<Kind, string>> = {
  video_server_a: JELLYFIN_CALLS.policy,
  video_server_b: EMBY_CALLS.policy,
  audiobook_server: AUDIOBOOKSHELF_CALLS.changeUser,
  hub: PLEX_CALLS.endShare,
};

/** How a server may answer that says back what it knows: one way for each kind, since one transport reads them all. */
const ECHOED: Readonly<Record<Kind, number>> = {
  video_server_a: 400,
  video_server_b: 500,
  audiobook_server: 200,
  hub: 302,
};

describe('issue 21 must-show 5: no secret of media servers comes out or stays', () => {
  let lookups: LookupHousehold;
  let house: MediaHousehold;
  let search: SecretSearch;
  let person: Session;
  let number = 0;

  beforeAll(async () => {
    lookups = await LookupHousehold.open({ env: { METRICS_TOKEN } });
    house = lookups.media;
    search = new SecretSearch(house.app, METRICS_TOKEN, {
      'key of jellyfin': 'planted-key-of-jellyfin',
      'key of emby': 'planted-key-of-emby',
      'key of audiobookshelf': 'planted-key-of-audiobookshelf',
      'key of the book library': 'planted-book-key',
      'token of the owner at the hub': 'planted-hub-owner-token',
      'token of a share': 'planted-share-token-',
      'token of a device': `device-token-of-${BASEMENT}`,
      'token in a list of Audiobookshelf': 'planted-abs-token-',
      'session at Audiobookshelf': 'planted-abs-access-',
      'refresh token of Audiobookshelf': 'planted-abs-refresh-',
      'session on a video server': 'planted-session-token-',
    });
    house.audiobookshelf.given.library({ id: BOOKS, name: 'Audiobooks' });
    await house.hubs.allow(true, true);
  });

  /** Everybody of a test is somebody new. */
  beforeEach(async () => {
    await house.pass(61_000);
    lookups.startOver();
    number += 1;
    person = await house.app.invite(`person ${number}`);
    search.startOver();
  });

  /** The person holds a server, as ana and ben do. */
  const hold = (kind: Kind): Promise<void> => house.grant(kind, house.ana, house.ben, person);

  afterAll(() => lookups.close());

  const admin = (): HttpClient => search.client(house.admin.token);
  const theirs = (): HttpClient => search.client(person.token);

  /** A password of the person, with letters that are written otherwise in addresses and JSON. */
  const password = (what: string): string =>
    search.add(`password (${what})`, `planted-${what}-${number} "é/+=\\ of a person`);

  const create = (kind: SelfHosted, ownPassword: string) =>
    theirs().post(`/api/media-servers/${house.ids[kind]}/account`, { password: ownPassword });

  /** What a server was asked, word for word. */
  const sentTo = (kind: Kind): string => JSON.stringify(house.fakes[kind].calls());

  /** As JSON has it. */
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

  /** Every password that a server was told, but for those of the person. */
  const oneTimeSecrets = (kind: SelfHosted): readonly string[] => {
    const told = house.fakes[kind].calls().flatMap(({ body }) => {
      const { Password, NewPw, password: plain } = (body ?? {}) as Record<string, unknown>;
      return [Password, NewPw, plain].filter((one) => typeof one === 'string' && one !== '');
    }) as readonly string[];
    return [...new Set(told.filter((one) => !search.all.includes(one)))];
  };

  /** An answer that says back all that there is to know, in every part of it. */
  const echo = (status: number): FakeAnswer => {
    const all = search.all.join(' ');
    const inHeader = encodeURIComponent(all);
    const body = { error: all, message: all, Message: all, errors: [{ code: 1, message: all, status }] };
    const headers = {
      location: `/?token=${inHeader}`,
      'www-authenticate': `Bearer realm="${inHeader}"`,
      server: inHeader,
    };
    return { status, body, headers };
  };

  const settleIntents = async (): Promise<void> => {
    await house.pass(61_000);
    person = await house.app.refresh(person);
    await house.app.get(JobRunner).runNow(INTENT_SETTLING_JOB);
  };

  /** Puts an account in place and answers its id. */
  const give = (kind: Kind, name: string, ownPassword = 'a-strong-one'): string => {
    if (kind === 'audiobook_server')
      return house.audiobookshelf.given.account({ username: name, password: ownPassword }).id;
    if (kind !== 'hub')
      return house[kind === 'video_server_a' ? 'jellyfin' : 'emby'].given.account({ name, password: ownPassword }).id;
    const member = atHub(name);
    house.hub.given.share(BASEMENT, member);
    return String(member.id);
  };

  const atHub = (username = `hub ${number}`): PlexPerson =>
    house.hub.given.person({ id: 6_000_000 + number, username, email: `hub-${number}@example.org` });

  describe.each(SELF_HOSTED)('%s: an account is made', (kind) => {
    beforeEach(() => hold(kind));

    it('with the password of the person and a secret of ours, though the server repeats all secrets at each call', async () => {
      const own = password('creation');
      for (const [place, call] of MAKING[kind].entries()) {
        house.fakes[kind].fail(call, echo(place === 0 ? ECHOED[kind] : 500 - 100 * (place % 2)));
        await create(kind, own);
        house.fakes[kind].recover();
        await settleIntents();
      }
      await admin().get('/api/admin/media-servers/accounts');
      const secrets = oneTimeSecrets(kind);
      expect(secrets.length).toBeGreaterThan(0);
      secrets.forEach((secret) => search.add('one-time secret', secret));
      expect(sentTo(kind)).toContain(inJson(own));
      expect(await search.findings()).toEqual([]);
    });

    it('linked by its name and password, or not, where the server repeats all secrets', async () => {
      const [own, wrong] = [password('link'), password('wrong link')];
      const name = `linked ${number}`;
      give(kind, name, own);
      const link = (given: string) =>
        theirs().post(`/api/media-servers/${house.ids[kind]}/account/link`, { username: name, password: given });
      house.fakes[kind].fail(SIGN_IN[kind], echo(ECHOED[kind]));
      expect((await link(own)).status).toBeGreaterThanOrEqual(400);
      house.fakes[kind].recover();
      expect((await link(wrong)).status).toBe(400);
      expect((await link(own)).status).toBe(201);
      expect(sentTo(kind)).toContain(inJson(own));
      expect(await search.findings()).toEqual([]);
    });
  });

  it('security 26: while an account is half made, the secret of ours lies sealed in a row', async () => {
    await hold('video_server_a');
    const own = password('half-made');
    const fake = house.jellyfin;
    fake.meanwhile(JELLYFIN_CALLS.create, () => fake.leave());
    fake.fail(JELLYFIN_CALLS.create, 'answer-lost');
    expect((await create('video_server_a', own)).status).toBe(502);
    const [secret = ''] = oneTimeSecrets('video_server_a');
    search.add('one-time secret', secret);
    const opened = openedBy(house.app.get(SecretBox), await sealedValues(house.app.databaseFile));
    const findings = await search.findings();
    await fake.start(fake.port);
    await settleIntents();
    expect(Object.values(opened)).toContain(secret);
    expect(findings).toEqual([]);
  });

  describe.each(KINDS)('%s', (kind) => {
    beforeEach(() => hold(kind));

    it('is connected, and tested with another key, where the server repeats all secrets', async () => {
      const rows = (await admin().get('/api/instances')).body as readonly Fields[];
      const { url } = rows.find(({ id }) => id === house.ids[kind]) ?? {};
      const key = search.add('another key', `planted-another-key-${number}-of-${kind}`);
      const body = { service_type: kind, name: 'Another', url, api_key: key };
      for (const call of CALLS[kind]) house.fakes[kind].fail(call, echo(ECHOED[kind]));
      await admin().post('/api/instances/test', body);
      await admin().post('/api/instances', body);
      await admin().put(`/api/instances/${house.ids[kind]}`, { name: 'Another', url, api_key: key });
      house.fakes[kind].recover();
      await admin().post('/api/instances/test', body);
      if (kind !== 'hub') expect(sentTo(kind)).toContain(key);
      expect(await search.findings()).toEqual([]);
    });

    it('is read for administrators and for people, where it repeats all secrets', async () => {
      const ids = house.ids;
      const looks: readonly (readonly [by: () => HttpClient, path: string])[] = [
        [admin, '/api/instances'],
        [admin, '/api/admin/users'],
        [admin, '/api/admin/media-servers/accounts'],
        [admin, `/api/admin/media-servers/${ids[kind]}/users`],
        [admin, `/api/admin/instances/${ids[kind]}/media-access`],
        [admin, '/api/admin/hub-auth/candidates'],
        [() => search.client(house.ana.token), '/api/media-servers'],
        [() => search.client(house.ana.token), '/api/media-servers/watch?media_type=movie&tmdb_id=4711'],
        [() => search.client(house.ana.token), '/api/media-servers/watch/many?movies=4711&series=4712'],
        [
          () => search.client(house.ana.token),
          `/api/media-servers/listen?instance_id=${lookups.libraryId}&foreign_book_id=hc:4711`,
        ],
      ];
      const look = async (): Promise<void> => {
        for (const [by, path] of looks) await by().get(path);
        await admin().post('/api/instances/media-server/libraries', { id: ids[kind] });
      };
      await look();
      for (const call of CALLS[kind]) house.fakes[kind].fail(call, echo(ECHOED[kind]), Infinity);
      await look();
      house.fakes[kind].recover();
      expect(house.fakes[kind].calls().length).toBeGreaterThan(0);
      expect(await search.findings()).toEqual([]);
    });

    it('gives its accounts to be imported, and only the link of the person is answered', async () => {
      const id = give(kind, `imported ${number}`);
      const body = { remote_user_ids: [id], server_url: house.app.url };
      for (const call of CALLS[kind]) house.fakes[kind].fail(call, echo(ECHOED[kind]));
      await admin().post(`/api/admin/media-servers/${house.ids[kind]}/import`, body);
      house.fakes[kind].recover();
      const answer = await admin().post(`/api/admin/media-servers/${house.ids[kind]}/import`, body);
      const [row] = (answer.body as { results: readonly { link?: string }[] }).results;
      const token = new URL(row?.link ?? '').searchParams.get('token') ?? '';
      search.add('token of a link', token, true);
      expect(await search.findings()).toEqual([]);
    });

    it('has accounts switched off and on, of people who go too, where it repeats all secrets', async () => {
      const account = give(kind, `managed ${number}`);
      expect((await house.link(person, kind, account, { manage_access: true })).status).toBe(200);
      await house.settle();
      house.fakes[kind].fail(OFF[kind], echo(ECHOED[kind]));
      await house.grant(kind, house.ana, house.ben);
      await house.settle();
      const rows = (await admin().get('/api/admin/media-servers/accounts')).body as readonly Fields[];
      expect(rows.find(({ user_id }) => user_id === person.userId)).toMatchObject({ attempts: 1 });
      house.fakes[kind].recover();
      await house.grant(kind, house.ana, house.ben, person);
      await house.settle();
      house.fakes[kind].fail(OFF[kind], echo(500), Infinity);
      expect((await admin().delete(`/api/admin/users/${person.userId}`)).status).toBe(200);
      await house.settle();
      await admin().get('/api/admin/media-servers/accounts');
      expect(await search.findings()).toEqual([]);
      house.fakes[kind].recover();
      await house.settle();
    });
  });

  describe('at the hub', () => {
    beforeEach(() => hold('hub'));

    const token = (what: string): string => search.add(`token (${what})`, `planted-token-of-${what}-${number}`);

    it('an account is proven by a PIN whose token stays here for the call alone', async () => {
      const { body } = await theirs().post('/api/media-servers/hub/sign-in/begin');
      const { pin_id: pinId } = body as { pin_id: number };
      house.hub.approve(atHub(), { pinId, token: token('proof') });
      const check = () => theirs().post('/api/media-servers/hub/sign-in/check', { pin_id: pinId });
      house.hub.fail(PLEX_CALLS.user, echo(ECHOED.hub));
      house.hub.fail(PLEX_CALLS.share, echo(ECHOED.hub));
      await check();
      house.hub.recover();
      await house.app.clock.leap(1_000);
      await check();
      expect(sentTo('hub')).toContain(`planted-token-of-proof-${number}`);
      expect(await search.findings()).toEqual([]);
    });

    it('somebody signs in by a PIN, and nobody where the hub only says back what it knows', async () => {
      const member = atHub();
      house.hub.given.share(BASEMENT, member);
      const visitor = search.client();
      const approved = async (): Promise<string> => {
        const { flow } = (await visitor.post('/api/auth/hub/begin', START)).body as { flow: string };
        house.hub.approve(member, { token: token('sign-in') });
        return search.add('flow', flow, true);
      };
      const check = async (flow: string) => visitor.post('/api/auth/hub/check', { flow, verifier: VERIFIER });
      const echoed = await approved();
      house.hub.fail(PLEX_CALLS.user, echo(ECHOED.hub));
      expect((await check(echoed)).status).toBeGreaterThanOrEqual(400);
      house.hub.recover();
      const flow = await approved();
      const { code } = (await check(flow)).body as { code: string };
      search.add('code', code, true);
      const signedIn = await visitor.post('/api/auth/hub/exchange', { flow, code, verifier: VERIFIER });
      expect(signedIn.status).toBe(200);
      const { access_token: access, refresh_token: refresh } = signedIn.body as Tokens;
      search.add('access token', access, true);
      search.add('refresh token', refresh, true);
      expect(sentTo('hub')).toContain(`planted-token-of-sign-in-${number}`);
      expect(await search.findings()).toEqual([]);
    });

    it('an owner is linked, and their servers are looked at', async () => {
      const { body } = await admin().post('/api/instances/hub/link/begin');
      const { pin_id: pinId } = body as { pin_id: number };
      house.hub.approve(house.hubs.mara, { pinId, token: token('owner') });
      house.hub.fail(PLEX_CALLS.user, echo(ECHOED.hub));
      house.hub.fail(PLEX_CALLS.resources, echo(ECHOED.hub));
      await admin().post('/api/instances/hub/link/check', { pin_id: pinId });
      await admin().post('/api/instances/hub/servers', { hub_link_pin: pinId });
      house.hub.recover();
      await house.app.clock.leap(1_000);
      await admin().post('/api/instances/hub/link/check', { pin_id: pinId });
      expect((await admin().post('/api/instances/hub/servers', { hub_link_pin: pinId })).status).toBe(200);
      expect(sentTo('hub')).toContain(`planted-token-of-owner-${number}`);
      expect(await search.findings()).toEqual([]);
    });

    it('an address is invited, where the hub repeats all secrets', async () => {
      const invite = () =>
        theirs().post(`/api/media-servers/${house.ids.hub}/account`, { email: `invited-${number}@example.org` });
      house.hub.fail(PLEX_CALLS.share, echo(ECHOED.hub));
      await invite();
      house.hub.recover();
      await settleIntents();
      await invite();
      expect(house.hub.calls(PLEX_CALLS.share).length).toBeGreaterThan(0);
      expect(await search.findings()).toEqual([]);
    });
  });

  it('a book and a film are looked for with the keys, and only addresses for people are answered', async () => {
    const { jellyfin, emby, audiobookshelf } = house;
    const tmdbId = 880_000 + number;
    for (const fake of [jellyfin, emby]) fake.given.item({ type: 'Movie', name: `Salt ${number}`, tmdbId });
    const asin = `B0DEMO${String(number).padStart(4, '0')}`;
    const edition = { foreignEditionId: `hc:edition:${number}`, isbn13: null, asin };
    const title = `Salt ${number}`;
    lookups.chaptarr.given.book({
      foreignBookId: `hc:${number}`,
      title,
      editions: { audiobook: [edition] },
      format: 'audiobook',
      hasFile: true,
    });
    audiobookshelf.given.book(BOOKS, { title, asin });
    const ana = search.client(house.ana.token);
    const watch = await ana.get(`/api/media-servers/watch?media_type=movie&tmdb_id=${tmdbId}`);
    const listen = await ana.get(
      `/api/media-servers/listen?instance_id=${lookups.libraryId}&foreign_book_id=hc:${number}`,
    );
    const states = [watch, listen].flatMap(({ body }) => (body as readonly Fields[]).map(({ state }) => state));
    expect(states).toEqual(['unverified', 'found', 'found', 'found']);
    expect(await search.findings()).toEqual([]);
  });

  it('what the servers themselves answer to our keys holds the tokens that are looked for', async () => {
    await admin().get(`/api/admin/media-servers/${house.ids.hub}/users`);
    const [call] = house.hub.calls(PLEX_CALLS.shares);
    const headers = Object.fromEntries(Object.entries(call?.headers ?? {}).filter(([name]) => name.startsWith('x-')));
    const shares = await fetch(`${house.hub.url}/api/servers/${BASEMENT}/shared_servers`, {
      headers: headers as Record<string, string>,
    });
    expect(await shares.text()).toContain('planted-share-token-');
    const users = await fetch(`${house.audiobookshelf.url}/api/users`, {
      headers: { authorization: 'Bearer planted-key-of-audiobookshelf' },
    });
    expect(await users.text()).toContain('planted-abs-token-');
  });
});
