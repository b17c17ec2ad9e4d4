import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EncryptionCanaryService } from '../../../src/app/start/encryption-canary.service.js';
import { Database } from '../../../src/core/database/database.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import { type App, startApp } from '../../harness/start-app.js';
import { onPostgres } from '../../harness/test-postgres.js';

const IN_ORDER = { database: 'ok', writes: 'ok', key: 'ok', migrations: 'ok' };
const NO_BACKUP_YET = { made_here: !onPostgres, last_proven_restore: null, failing: null };

const ready = async (app: App): Promise<readonly [number, unknown]> => {
  const { status, body } = await app.http.get('/readyz');
  return [status, body];
};

const notReady = (failing: object) => [
  503,
  { error: 'not ready', code: 'not_ready', checks: { ...IN_ORDER, ...failing }, backup: NO_BACKUP_YET },
];

describe('health', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(async () => {
    expect([...app.radarr.calls(), ...app.tmdb.calls()]).toEqual([]);
    await app.close();
  });

  it.each(['/api/health', '/healthz'])('doc3 §0: GET %s is 200 {"status":"ok"} and never cached', async (path) => {
    const { status, text, headers } = await app.http.get(path);
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('a server in order is ready, and names what was looked at', async () => {
    expect(await ready(app)).toEqual([200, { status: 'ready', checks: IN_ORDER, backup: NO_BACKUP_YET }]);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s of a path that nothing serves is 404 in JSON',
    async (method) => {
      const pages = method === 'GET' ? [] : ['/none'];
      for (const path of ['/api', '/api/', '/api/none', '/api/none/at/all?x=1', ...pages]) {
        const body = method === 'GET' ? undefined : '{"malformed":';
        const answer = await app.http.request(method, path, { body });
        expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }]);
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    },
  );

  it('security 23: every answer forbids framing, sniffing and loading, and names no software', async () => {
    for (const path of ['/', '/api/health', '/api/none', '/api/instances']) {
      const { headers } = await app.http.get(path);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(
        [...headers.keys()].filter((name) => /^(x-powered-by|server|access-control-.*|set-cookie)$/.test(name)),
      ).toEqual([]);
    }
  });
});

describe('health of what is out of order', () => {
  let app: App;

  beforeEach(async () => {
    app = await startApp();
  });

  afterEach(() => app.close());

  it('a closed database is 503: nothing that is read from it can be vouched for; the process is alive', async () => {
    await app.get(Database).close();
    const all = { database: 'failing', writes: 'failing', key: 'failing', migrations: 'failing' };
    expect(await ready(app)).toEqual(notReady(all));
    expect((await app.http.get('/api/health')).status).toBe(200);
  });

  it('a key that doesn’t belong to the database is 503', async () => {
    const sealed = new SecretBox(Buffer.alloc(32, 'another'), new SystemRandom());
    Object.assign(app.get(EncryptionCanaryService), { box: sealed });
    expect(await ready(app)).toEqual(notReady({ key: 'failing' }));
  });

  it('a missing migration is 503', async () => {
    await app
      .get(Database)
      .write((tx) =>
        tx
          .createQueryBuilder()
          .delete()
          .from('migrations')
          .where('name LIKE :name', { name: 'CreateRequests%' })
          .execute(),
      );
    expect(await ready(app)).toEqual(notReady({ migrations: 'failing' }));
  });
});
