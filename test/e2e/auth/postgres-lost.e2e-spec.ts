import { describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ADMIN_PASSWORD, startApp } from '../../harness/start-app.js';
import { cutOff } from '../../harness/test-postgres.js';
import { refusedWith } from '../../harness/refused-with.js';

const UNAVAILABLE = { status: 503, body: refusedWith('temporarily unavailable, retry shortly') };

describe('doc3 §0: a fault while judging is 503, never 401', () => {
  it('when the database server lets nobody in any more; afterwards all is as before', async () => {
    const app = await startApp();
    const session = await app.setUpAdmin();
    const restore = await cutOff(app.databaseFile);
    const presentations = [
      session.get('/api/auth/me'),
      app.http.get('/api/auth/me', { authorization: `Bearer ${'A'.repeat(43)}` }),
      app.http.post('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD }),
      app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken }),
      session.get('/api/admin/devices'),
    ];
    for (const answer of await Promise.all(presentations)) expect(answer).toMatchObject(UNAVAILABLE);
    expect(await app.http.get('/readyz')).toMatchObject({ status: 503, body: { checks: { database: 'failing' } } });
    expect((await app.http.get('/api/health')).status).toBe(200);

    await restore();
    expect((await session.get('/api/auth/me')).status).toBe(200);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: session.refreshToken })).status).toBe(200);
    expect((await app.http.get('/readyz')).status).toBe(200);
    await app.close();
  });
});

describe('readyz, where the database server lets nobody write', () => {
  it('is 503 although everything can be read, and ready again within a minute of the end of it', async () => {
    const app = await startApp();
    const database = app.get(Database);
    /** As after a failover to a standby, or an administrator's word: it counts for connections from then on. */
    const reconnectTo = async (setting: string): Promise<void> => {
      await database.write(async (tx) => {
        await tx.query('SET TRANSACTION READ WRITE');
        const [{ name }]: [{ name: string }] = await tx.query('SELECT current_database() AS name');
        await tx.query(`ALTER DATABASE "${name}" ${setting}`);
      });
      await (
        await cutOff(app.databaseFile)
      )();
    };
    await reconnectTo('SET default_transaction_read_only = on');
    const refused = await app.http.get('/readyz');
    expect(refused).toMatchObject({ status: 503, body: { checks: { database: 'ok', writes: 'failing' } } });
    await reconnectTo('RESET default_transaction_read_only');
    await app.clock.advance(10_000);
    expect((await app.http.get('/readyz')).status).toBe(200);
    await app.close();
  });
});
