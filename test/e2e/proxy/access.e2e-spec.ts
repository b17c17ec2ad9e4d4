import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { rawBytes, rawRequest } from '../../harness/raw-exchange.js';
import type { Session } from '../../harness/start-app.js';
import { PROXIED_PATHS, type ProxiedPath } from './member-reads.js';
import { startKidsFixture, type KidsFixture } from './kids-fixture.js';
import { filmsOf, KINDS } from './proxy-fixture.js';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH'] as const;

const DENIED = [403, '{"error":"permission denied","code":"permission_denied"}'] as const;
const NOWHERE = [400, '{"error":"invalid proxy path","code":"proxy_path_invalid"}'] as const;
const SIGNED_OUT = [401, expect.stringMatching(/^\{"error":"[^"]+"/)] as const;

describe('doc1 §4 proxy 1: who may ask what of an instance', () => {
  let fixture: KidsFixture;
  let admin: Session;

  beforeAll(async () => {
    fixture = await startKidsFixture();
  });

  beforeEach(async () => {
    admin = await fixture.app.refresh(admin ?? fixture.admin);
    for (const fake of Object.values(fixture.fakes)) fake.forgetCalls();
  });

  afterAll(() => fixture.close());

  it('GET: the table of the film manager in all spellings, for everybody whom a path decides about', async () => {
    for (const row of PROXIED_PATHS) if (row.kind === 'movie_manager') await judge('GET', row);
  });

  describe.each(KINDS)('%s', (kind) => {
    const rows = PROXIED_PATHS.filter((row) => row.kind === kind);

    /** The whole table, and that no method but GET opens a path to members: proxy-access.service.spec.ts. */
    it.each(METHODS)('%s: a read of members, a command and a way out, for everybody', async (method) => {
      const [read] = rows;
      const command = rows.find(({ path }) => path.endsWith('/command'));
      const out = rows.find(({ path }) => path === 'x/..');
      for (const row of [read, command, out]) {
        if (!row) throw new Error('the table has lost a row');
        await judge(method, row, true);
      }
    });
  });

  /** Who is refused whatever the path is, is asked about what somebody may read, or about all of it. */
  async function judge(
    method: string,
    { kind, path, members, admins }: ProxiedPath,
    ofEverybody = members,
  ): Promise<void> {
    const { ana, ben, kit, fakes, ids } = fixture;
    const asked = { method, path: `/api/instances/${ids[kind]}/${path}` };
    const ask = (caller: Session | null) => (caller ? fixture.raw(caller, asked) : rawRequest(fixture.app.url, asked));
    const isMembers = members && method === 'GET';
    const allowed = [...(isMembers ? [ana, kit] : []), ...(admins ? [admin] : [])];
    const everybody = [...(ofEverybody ? [null, ben] : []), ana, kit, admin];
    const refused = everybody.filter((caller) => !caller || !allowed.includes(caller));
    fakes[kind].forgetCalls();
    const answers = await Promise.all(refused.map(ask));
    expect([path, ...fakes[kind].calls()]).toEqual([path]);
    for (const [at, { status, text }] of answers.entries()) {
      const caller = refused[at];
      const [code, words] = !caller ? SIGNED_OUT : caller === admin ? NOWHERE : DENIED;
      const who = caller?.username ?? 'nobody';
      expect([who, path, status, method === 'HEAD' ? words : text]).toEqual([who, path, code, words]);
    }
    for (const caller of allowed) {
      fakes[kind].forgetCalls();
      await ask(caller);
      const reached = fakes[kind].calls().map((call) => [caller.username, call.method, call.path]);
      expect(reached).toEqual([[caller.username, method, `/${path.replace(/\?.*/, '')}`]]);
    }
  }

  it('doc3 §4: a member’s path is read by its meaning, and the instance gets the one that was judged, with the query as it came', async () => {
    fixture.fakes.movie_manager.forgetCalls();
    const path = `/api/instances/${fixture.ids.movie_manager}/%61pi/v3/mov%69e/%37?a=%2f&a=b+c&&tag='x'&é`;
    await fixture.raw(fixture.ana, { path: encodeURI(path).replaceAll('%25', '%') });
    const query = { a: ['/', 'b c'], tag: "'x'", é: '' };
    expect(fixture.fakes.movie_manager.calls()).toMatchObject([{ path: '/api/v3/movie/7', query }]);
  });

  it('doc1 §4 proxy 2, security 9: an instance that is hidden can’t be distinguished from one that doesn’t exist', async () => {
    const { ben, ids } = fixture;
    const answers = [];
    for (const id of [ids.movie_manager, 'movie_manager-00000000', '..', 'x'.repeat(2000)]) {
      for (const path of ['api/v3/movie', 'api/v3/command', 'no/such/path']) {
        const { status, text, headers } = await fixture.raw(ben, { path: `/api/instances/${id}/${path}` });
        const { date: _, 'x-request-id': __, ...others } = headers;
        answers.push(JSON.stringify([status, text, others]));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect((JSON.parse(answers[0] ?? '') as unknown[]).slice(0, 2)).toEqual(DENIED);
    const admins = await fixture.raw(admin, { path: '/api/instances/movie_manager-00000000/api/v3/movie' });
    expect([admins.status, admins.text]).toEqual([404, '{"error":"instance not found","code":"instance_missing"}']);
  });

  it('doc1 §4 proxy 2: a sibling of one’s own instance stays out of reach until it is granted, and after it is taken', async () => {
    const { ana, app, fakes } = fixture;
    const other = await app.connectRadarr(admin, { name: 'Other', auto_add_users: false });
    const path = `/api/instances/${other}/api/v3/movie`;
    fakes.movie_manager.forgetCalls();
    const ask = async (): Promise<number> => (await fixture.raw(ana, { path })).status;
    const assign = (action: string) =>
      admin.patch(`/api/instances/${other}/assignments`, { action, user_ids: [ana.userId] });
    const before = await ask();
    await assign('add');
    const granted = await ask();
    await assign('remove');
    expect([before, granted, await ask()]).toEqual([403, 200, 403]);
    expect(fakes.movie_manager.calls()).toHaveLength(1);
  });

  describe('security 26: a credential that can’t be opened', () => {
    let stored = '';
    const scramble = (apiKey: string): Promise<void> =>
      fixture.app.get(Database).write(async (tx) => {
        const id = fixture.ids.movie_manager;
        stored ||= (await tx.findOneByOrFail(ServiceInstanceRow, { id })).apiKey;
        await tx.update(ServiceInstanceRow, { id }, { apiKey });
      });

    beforeEach(() => scramble('v1:scrambled'));
    afterEach(() => scramble(stored));

    it('is 503 for those who may, and widens nothing for those who may not', async () => {
      const statusOf = async (caller: Session, path: string) => (await fixture.raw(caller, { path })).status;
      const config = filmsOf(fixture).replace('movie', 'config/host');
      expect(await statusOf(fixture.ana, filmsOf(fixture))).toBe(503);
      expect(await statusOf(admin, filmsOf(fixture))).toBe(503);
      expect(await statusOf(fixture.ben, filmsOf(fixture))).toBe(403);
      expect(await statusOf(fixture.ana, config)).toBe(403);
      expect(fixture.fakes.movie_manager.calls()).toEqual([]);
    });
  });

  it('doc1 §4 proxy 6: CONNECT, TRACE and TRACK are refused before anything else, in any spelling', async () => {
    for (const method of ['TRACE', 'TRACK', 'trace', 'Track', 'connect', 'CONNECT']) {
      const answer = await rawBytes(fixture.app.url, `${method} ${filmsOf(fixture)} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect([method, answer]).toEqual([
        method,
        expect.stringMatching(/^HTTP\/1\.1 405 [^]*\r\nCache-Control: private, no-store/),
      ]);
      expect(answer).toMatch(/Content-Type: application\/json[^]*\{"error":"proxy method is not supported"\}$/);
    }
    expect(fixture.fakes.movie_manager.calls()).toEqual([]);
  });
});
