import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { ProxyFake } from '../../fakes/proxy/proxy-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const PROXY = '/api/admin/outbound-proxy';
const PASSWORD = 'planted-proxy-password';
const NONE = { url: '', username: '', has_password: false };

describe('the outbound proxy', () => {
  let app: App;
  let admin: Session;
  let proxy: ProxyFake;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    expect(statusAndBody(await put({ url: '' }))).toEqual([200, NONE]);
    proxy = await new ProxyFake(`ana:${app.secrets.plant('proxy password', PASSWORD)}`).start();
  });

  afterEach(() => proxy.stop());

  afterAll(() => app.close());

  const put = (body: object): Promise<Answer> => admin.put(PROXY, body);
  const test = (body: object): Promise<Answer> => admin.post(`${PROXY}/test`, body);
  const read = async (): Promise<unknown> => (await admin.get(PROXY)).body;
  const search = (words: string): Promise<Answer> => admin.get(`/api/search?query=${words}`);
  const given = (): object => ({ url: proxy.url, username: 'ana', password: PASSWORD });
  const rows = (): Promise<readonly SettingRow[]> => app.get(Database).read((tx) => tx.find(SettingRow));

  describe('as it is stored', () => {
    it('doc3 §2.3: is none until it is set, is shown without its password, and cleared by an empty address', async () => {
      const answer = await admin.get(PROXY);
      expect([...statusAndBody(answer), answer.headers.get('cache-control')]).toEqual([200, NONE, 'no-store']);
      const kept = { url: proxy.url, username: 'ana', has_password: true };
      expect(statusAndBody(await put({ ...given(), url: ` ${proxy.url}/ ` }))).toEqual([200, kept]);
      expect(await read()).toEqual(kept);
      expect(statusAndBody(await put({ url: '' }))).toEqual([200, NONE]);
      expect((await rows()).filter(({ key }) => key.startsWith('outbound'))).toEqual([]);
    });

    it('doc3 §2.3: a blank password keeps the stored one while the user name stays, and drops it otherwise', async () => {
      await put(given());
      expect(statusAndBody(await put({ url: `${proxy.url}/`, username: 'ana', password: '' }))).toEqual([
        200,
        { url: proxy.url, username: 'ana', has_password: true },
      ]);
      expect((await search('a')).status).toBe(200);
      expect(statusAndBody(await put({ url: proxy.url, username: 'ben' }))).toEqual([
        200,
        { url: proxy.url, username: 'ben', has_password: false },
      ]);
    });

    it('security 33: a password goes to no other address than its own: it is asked for, and the one before stays', async () => {
      await put(given());
      const { port } = new URL(proxy.url);
      for (const url of [`https://127.0.0.1:${port}`, `http://localhost:${port}`, 'http://127.0.0.1', app.tmdb.url]) {
        const required = [
          400,
          { error: 'password is required when the address changes', code: 'proxy_password_required' },
        ];
        for (const password of ['', null, undefined]) {
          expect(statusAndBody(await put({ url, username: 'ana', password }))).toEqual(required);
          expect(statusAndBody(await test({ url, username: 'ana', password }))).toEqual(required);
        }
      }
      expect([proxy.tunnels(), app.tmdb.calls()]).toEqual([[], []]);
      expect(await read()).toEqual({ url: proxy.url, username: 'ana', has_password: true });
    });

    it('security 33: another address is free to take with the password, for another user, and where none is stored', async () => {
      const moved = 'http://192.0.2.7:3128';
      await put(given());
      expect((await put({ url: moved, username: 'ana', password: PASSWORD })).status).toBe(200);
      expect(statusAndBody(await put({ url: proxy.url, username: 'ben' }))).toEqual([
        200,
        { url: proxy.url, username: 'ben', has_password: false },
      ]);
      expect((await put({ url: moved, username: 'ben' })).status).toBe(200);
    });

    it('security 26: lies there sealed', async () => {
      await put(given());
      const stored = JSON.stringify(await rows());
      expect(stored).toContain(proxy.url);
      expect(stored).not.toContain(PASSWORD);
    });

    it.each([
      [
        { url: 'socks5://192.0.2.7:1080' },
        'url must be the http or https address of a proxy, without credentials or a path',
      ],
      [
        { url: 'http://ana:x@192.0.2.7' },
        'url must be the http or https address of a proxy, without credentials or a path',
      ],
      [{ url: 'http://192.0.2.7', username: 'a:b' }, 'username must not contain a colon'],
      [{ username: 'ana' }, 'url must be a text'],
    ])('doc3 §2.3: %j is 400, and the one before stays', async (body, error) => {
      await put(given());
      expect(statusAndBody(await put(body))).toEqual([400, refusedWith(error)]);
      expect(statusAndBody(await test(body))).toEqual([400, refusedWith(error)]);
      expect(await read()).toEqual({ url: proxy.url, username: 'ana', has_password: true });
    });
  });

  describe('for calls to providers', () => {
    it('doc3 §2.3: is taken from the next call on, and left from the next call on', async () => {
      await search('before');
      expect(proxy.tunnels()).toEqual([]);
      await put(given());
      expect((await search('through')).status).toBe(200);
      expect(proxy.tunnels()).toMatchObject([{ target: new URL(app.tmdb.url).host }]);
      await put({ url: '' });
      expect((await search('after')).status).toBe(200);
      expect(proxy.tunnels()).toHaveLength(1);
      expect(app.tmdb.calls()).toHaveLength(3);
    });

    it('doc3 §2.4: is how a provider key is judged, too', async () => {
      await put(given());
      expect((await admin.put('/api/admin/credentials', { tmdb_access_token: app.tmdb.token })).status).toBe(200);
      expect(proxy.tunnels()).toHaveLength(1);
    });

    it('doc4 §3.1: that leads nowhere is 502 for anyone who asks a provider, and no call goes past it', async () => {
      await put({ ...given(), password: 'another' });
      expect(statusAndBody(await search('a'))).toEqual([502, refusedWith('metadata provider could not be reached')]);
      expect(app.tmdb.calls()).toEqual([]);
    });

    it('security 26: whose password can’t be opened is 503, no call goes past it, and a new password mends it', async () => {
      await put(given());
      await app
        .get(Database)
        .write((tx) => tx.update(SettingRow, { key: 'outbound_proxy_password' }, { value: '"v1:scrambled"' }));
      expect((await search('a')).status).toBe(503);
      expect((await test({ url: proxy.url, username: 'ana' })).status).toBe(503);
      expect([proxy.tunnels(), app.tmdb.calls()]).toEqual([[], []]);
      expect(await read()).toMatchObject({ has_password: true });
      await put(given());
      expect((await search('a')).status).toBe(200);
    });

    it('is not used for systems in the household', async () => {
      await put(given());
      await app.connectRadarr(admin);
      expect(proxy.tunnels()).toEqual([]);
    });
  });

  describe('POST /api/admin/outbound-proxy/test', () => {
    it('doc3 §2.3: is 204 when a provider’s address answers by way of it; nothing is stored, and no key is sent', async () => {
      expect(statusAndBody(await test(given()))).toEqual([204, undefined]);
      expect(proxy.tunnels()).toMatchObject([{ target: new URL(app.tmdb.url).host }]);
      expect(app.tmdb.calls().map(({ headers }) => headers.authorization)).toEqual([undefined]);
      expect(await read()).toEqual(NONE);
    });

    it('doc3 §2.3: takes the stored password for a blank one while the user name stays', async () => {
      await put(given());
      expect((await test({ url: proxy.url, username: 'ana' })).status).toBe(204);
      expect(statusAndBody(await test({ url: proxy.url, username: 'ben' }))).toEqual([
        400,
        {
          error: 'proxy test failed: could not reach server: proxy refused the credentials',
          code: 'proxy_test_failed',
          params: {
            reason: {
              code: 'server_not_reached',
              params: { why: { code: 'proxy_refused_credentials', params: {}, text: 'proxy refused the credentials' } },
              text: 'could not reach server: proxy refused the credentials',
            },
          },
        },
      ]);
    });

    it('doc3 §2.3: needs an address', async () => {
      expect(statusAndBody(await test({ url: ' ' }))).toEqual([
        400,
        { error: 'proxy address is required', code: 'required', params: { name: 'proxy address' } },
      ]);
    });

    it('doc3 §2.3: says why it failed', async () => {
      proxy.refuse(403);
      expect(statusAndBody(await test(given()))).toEqual([
        400,
        {
          error: 'proxy test failed: could not reach server: proxy answered with 403',
          code: 'proxy_test_failed',
          params: {
            reason: {
              code: 'server_not_reached',
              params: {
                why: { code: 'proxy_answered_status', params: { status: 403 }, text: 'proxy answered with 403' },
              },
              text: 'could not reach server: proxy answered with 403',
            },
          },
        },
      ]);
      expect(app.tmdb.calls()).toEqual([]);
    });
  });
});
