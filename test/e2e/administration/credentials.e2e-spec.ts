import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const FILM = { id: 990_101, title: 'Harbor Lights' };
const NONE = {
  tmdb_access_token: false,
  anthropic_key: false,
  openai_key: false,
  gemini_key: false,
  grok_key: false,
  local_openai_key: false,
  listprov_client_id: false,
};

describe('keys of outside providers', () => {
  let app: App;
  let admin: Session;

  async function start(env: Readonly<Record<string, string>> = { METADATA_TOKEN: '' }): Promise<void> {
    app = await startApp({ env });
    app.tmdb.given.film(FILM);
    admin = await app.setUpAdmin();
  }

  const states = async (): Promise<Record<string, unknown>> =>
    (await admin.get('/api/admin/credentials')).body as Record<string, unknown>;
  const put = (body: unknown): Promise<Answer> => admin.put('/api/admin/credentials', body);
  const film = async (): Promise<number> => (await admin.get(`/api/media/movie/${FILM.id}`)).status;
  const storedRow = (): Promise<SettingRow | null> =>
    app.get(Database).read((tx) => tx.findOneBy(SettingRow, { key: 'tmdb_access_token' }));

  describe('what is refused', () => {
    beforeAll(() => start());
    afterAll(() => app.close());

    it.each(['no_such_key', 'ai_provider', 'setup_completed', 'encryption_canary', '__proto__', 'a%2Fb'])(
      'doc3 §2.4: DELETE of %s, which is no key, is 400',
      async (name) => {
        const answer = await admin.delete(`/api/admin/credentials/${name}`);
        expect(statusAndBody(answer)).toEqual([
          400,
          refusedWith(`unknown credential key: ${decodeURIComponent(name)}`),
        ]);
      },
    );

    it.each([
      ['a name that is none', { nonsense: 'x' }, 'unknown credential key: nonsense'],
      ['a name without end', { ['x'.repeat(500)]: 'x' }, `unknown credential key: ${'x'.repeat(64)}`],
      ['a key that nothing uses', { openai_key: 'sk-x' }, "openai_key can't be saved: this version does not use it"],
      ['a choice of nothing', { ai_provider: 'openai' }, "ai_provider can't be saved: this version does not use it"],
      ['a value without end', { grok_key: 'x'.repeat(4097) }, 'grok_key must be at most 4096 characters'],
      ['a value that is no text', { grok_key: null }, 'credential values must be texts'],
    ])(
      'security 6: %s refuses the whole body, the good key in it too, before any provider is asked',
      async (_, bad, error) => {
        const bodies = [
          { tmdb_access_token: app.tmdb.token, ...bad },
          { ...bad, tmdb_access_token: app.tmdb.token },
        ];
        for (const body of bodies) expect(statusAndBody(await put(body))).toEqual([400, refusedWith(error)]);
        expect(app.tmdb.calls('GET /3/authentication')).toEqual([]);
        expect(await storedRow()).toBeNull();
      },
    );

    it.each(['with blank', 'line\r\nX-Header: 1', 'ümlaut', 'nul\u0000'])(
      'security 7: %j can’t travel in a header and reaches no provider',
      async (value) => {
        const answer = await put({ tmdb_access_token: value });
        const error = 'tmdb_access_token must consist of printable ASCII characters without blanks';
        expect(statusAndBody(answer)).toEqual([400, refusedWith(error)]);
        expect(app.tmdb.calls('GET /3/authentication')).toEqual([]);
      },
    );
  });

  describe('what is taken', () => {
    beforeAll(() => start());

    // With the key goes all that is kept of its provider.
    beforeEach(async () => {
      admin = await app.startOver();
      await admin.delete('/api/admin/credentials/tmdb_access_token');
    });

    afterAll(() => app.close());

    it('doc3 §2.4, §8.6: GET reports which are stored, twice, and nothing else of them; nobody keeps the answer', async () => {
      const answer = await admin.get('/api/admin/credentials');
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const selection = { provider: '', model: '' };
      expect(answer.body).toEqual({
        ...NONE,
        credentials: NONE,
        tmdb_using_builtin: false,
        listprov_using_builtin: false,
        ai: {
          config: selection,
          openai_reasoning_effort: '',
          local_openai_base_url: '',
          local_openai_reasoning_effort: '',
          providers: [],
          health_check: { enabled: false, interval_hours: 24, last_checked_at: null },
          shared: { config: selection, configured: false },
        },
      });
    });

    it('doc3 §2.4: a key that its provider takes is stored and counts with the next call, without a restart', async () => {
      expect(await film()).toBe(503);
      expect(statusAndBody(await put({ tmdb_access_token: ` ${app.tmdb.token}\n` }))).toEqual([200, { status: 'ok' }]);
      expect(await states()).toMatchObject({ tmdb_access_token: true, credentials: { tmdb_access_token: true } });
      expect(await film()).toBe(200);
    });

    it('doc3 §2.4: DELETE forgets it, with the next call, as often as it is asked', async () => {
      await put({ tmdb_access_token: app.tmdb.token });
      for (let time = 0; time < 2; time += 1) {
        const answer = await admin.delete('/api/admin/credentials/tmdb_access_token');
        expect([answer.status, answer.text]).toEqual([204, '']);
      }
      expect(await states()).toMatchObject({ tmdb_access_token: false });
      expect(await film()).toBe(503);
      expect((await admin.delete('/api/admin/credentials/openai_key')).status).toBe(204);
    });

    it('doc4 §3.1: nothing that is kept of the provider serves any more once its key is removed', async () => {
      await put({ tmdb_access_token: app.tmdb.token });
      const paths = [
        ...['', '/similar'].map((rest) => `/api/media/movie/${FILM.id}${rest}`),
        ...[
          '/api/media/movie/990102',
          '/api/discover/movies/popular',
          '/api/discover/movies/featured',
          '/api/genres/movie',
        ],
      ];
      const statuses = async (): Promise<readonly number[]> =>
        Promise.all(paths.map(async (path) => (await admin.get(path)).status));
      const there = [200, 200, 404, 200, 200, 200];
      expect(await statuses()).toEqual(there);
      app.tmdb.forgetCalls();
      expect([await statuses(), app.tmdb.calls()]).toEqual([there, []]);
      await admin.delete('/api/admin/credentials/tmdb_access_token');
      expect(await statuses()).toEqual(there.map(() => 503));
      expect(app.tmdb.calls()).toEqual([]);
    });

    it('doc4 §3.1: what was asked for before the key was removed, and came in afterwards, is not kept', async () => {
      for (const path of [`/api/media/movie/${FILM.id}`, '/api/media/movie/990102', '/api/discover/movies/popular']) {
        await put({ tmdb_access_token: app.tmdb.token });
        const call = `GET /3${path.replace('/api/media', '').replace('/api/discover/movies', '/movie')}`;
        app.tmdb.meanwhile(call, () => admin.delete('/api/admin/credentials/tmdb_access_token'));
        expect((await admin.get(path)).status).not.toBe(503);
        expect((await admin.get(path)).status).toBe(503);
      }
    });

    it('security 26: it lies in the database sealed, and a blank value leaves it as it is', async () => {
      await put({ tmdb_access_token: app.tmdb.token });
      const sealed = await storedRow();
      expect(sealed?.value).toMatch(/^"v1:/);
      for (const blank of ['', '   '])
        expect((await put({ tmdb_access_token: blank, ai_provider: '' })).status).toBe(200);
      expect(await storedRow()).toEqual(sealed);
    });

    it('security 26: one that can’t be opened any more is 503 for its users, is still shown as stored, and can be replaced', async () => {
      await put({ tmdb_access_token: app.tmdb.token });
      const scrambled = { key: 'tmdb_access_token', value: '"v1:scrambled"' };
      await app.get(Database).write((tx) => tx.upsert(SettingRow, scrambled, ['key']));
      expect(await film()).toBe(503);
      expect(await states()).toMatchObject({ tmdb_access_token: true });
      expect((await put({ tmdb_access_token: app.tmdb.token })).status).toBe(200);
      expect(await film()).toBe(200);
    });

    it('doc3 §2.4: a key that its provider refuses is 422, and the one before stays', async () => {
      await put({ tmdb_access_token: app.tmdb.token });
      const wrong = app.secrets.plant('wrong metadata key', 'planted-wrong-metadata-key');
      expect(statusAndBody(await put({ tmdb_access_token: wrong }))).toEqual([
        422,
        refusedWith('metadata provider refused its key'),
      ]);
      expect(await film()).toBe(200);
    });

    it('doc3 §2.4: while the provider can’t be asked, nothing is stored: 503', async () => {
      app.tmdb.fail('GET /3/authentication', 'reset', Infinity);
      expect(statusAndBody(await put({ tmdb_access_token: app.tmdb.token }))).toEqual([
        503,
        refusedWith("the key can't be checked: metadata provider could not be reached"),
      ]);
      expect(await storedRow()).toBeNull();
    });

    it('doc3 §2.4: the environment’s key holds while none is stored, and is distinguished from a stored one', async () => {
      const shared = app;
      await start({});
      expect(await states()).toMatchObject({ tmdb_access_token: false, tmdb_using_builtin: true });
      expect(await film()).toBe(200);
      await put({ tmdb_access_token: app.tmdb.token });
      expect(await states()).toMatchObject({ tmdb_access_token: true, tmdb_using_builtin: false });
      await admin.delete('/api/admin/credentials/tmdb_access_token');
      expect(await states()).toMatchObject({ tmdb_access_token: false, tmdb_using_builtin: true });
      await app.close();
      app = shared;
    });

    it('doc3 §0: a body of more than 128 KiB is 413', async () => {
      expect((await put({ grok_key: 'x'.repeat(128 * 1024) })).status).toBe(413);
    });
  });
});
