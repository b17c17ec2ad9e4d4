import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SETUP_CODE, type App, startApp } from '../../harness/start-app.js';

describe('doc3 §10: BASE_PATH=/usher', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: { BASE_PATH: '/usher' } });
  });

  afterAll(() => app.close());

  it.each(['/usher', '/usher/', '/usher?x=1', '/usher/?x=1'])('the front page is at %s', async (path) => {
    const { status, text } = await app.http.get(path);
    expect([status, text.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  });

  it('every route is under it, with its access, and the log names it by its own pattern', async () => {
    expect((await app.http.get('/usher/api/health?x=1')).text).toBe('{"status":"ok"}');
    expect((await app.http.get('/usher/api/instances')).status).toBe(401);
    const setup = { username: 'admin', password: 'a good password', setup_code: SETUP_CODE };
    expect((await app.http.post('/usher/api/auth/setup', setup)).status).toBe(201);
    expect(app.logLines.filter((line) => line.includes('"route":"/api/health"'))).toHaveLength(1);
  });

  it.each(['/', '/api/health', '/usherx/api/health', '/Usher/api/health', '/usher//api/health', '/x/usher/api/health'])(
    '%s is not found',
    async (path) => {
      const { status, body } = await app.http.get(path);
      expect([status, body]).toEqual([404, { error: 'not found' }]);
    },
  );
});
