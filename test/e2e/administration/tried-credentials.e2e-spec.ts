import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { refusedWith } from '../../harness/refused-with.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { statusAndBody } from '../../harness/status-and-body.js';

const TMDB = 'tmdb_access_token';
const LISTS = 'listprov_client_id';
const ASKED = 'GET /3/authentication';

describe('issue 46: a key that is tried before it is saved', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { METADATA_TOKEN: '' } });
    app.trakt.given.movie({ id: 801, title: 'Harbor Lights' });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.startOver();
    app.trakt.startOver();
  });

  afterAll(() => app.close());

  const attempt = (name: unknown, value: unknown, by = admin): Promise<Answer> =>
    by.post('/api/admin/credentials/test', { name, value });
  const stored = (): Promise<SettingRow[]> =>
    app.get(Database).read((tx) => tx.find(SettingRow, { where: [{ key: TMDB }, { key: LISTS }] }));

  it('is 200 where its provider takes it, and nothing is stored', async () => {
    expect(statusAndBody(await attempt(TMDB, ` ${app.tmdb.token}\n`))).toEqual([200, { status: 'ok' }]);
    expect(statusAndBody(await attempt(LISTS, app.trakt.clientId))).toEqual([200, { status: 'ok' }]);
    expect(app.tmdb.calls(ASKED)).toHaveLength(1);
    expect(await stored()).toEqual([]);
    expect((await admin.get('/api/admin/credentials')).body).toMatchObject({ [TMDB]: false, [LISTS]: false });
  });

  it('is 422 where its provider refuses it, and in no log line', async () => {
    const wrong = app.secrets.plant('tried key', 'planted-tried-key');
    const [film, list] = ['metadata provider refused its key', 'list provider refused its client id'];
    expect(statusAndBody(await attempt(TMDB, wrong))).toEqual([422, refusedWith(film)]);
    expect(statusAndBody(await attempt(LISTS, wrong))).toEqual([422, refusedWith(list)]);
    app.secrets.assertNotInLog(app.logLines);
  });

  it('is 503 while its provider can’t be asked, or answers nonsense: never taken for refused', async () => {
    app.tmdb.fail(ASKED, 'reset', Infinity);
    const error = "the key can't be checked: metadata provider could not be reached";
    expect(statusAndBody(await attempt(TMDB, app.tmdb.token))).toEqual([503, refusedWith(error)]);
    app.tmdb.recover();
    app.tmdb.fail(ASKED, 'garbage', Infinity);
    expect((await attempt(TMDB, app.tmdb.token)).status).toBe(503);
    app.tmdb.recover();
    app.trakt.fail('GET /movies/trending', 503);
    expect((await attempt(LISTS, app.trakt.clientId)).status).toBe(503);
  });

  const NAME = 'name must be tmdb_access_token or listprov_client_id';
  const TEXT = 'credential values must be texts';
  const ASCII = 'tmdb_access_token must consist of printable ASCII characters without blanks';

  it.each([
    ['the key of another provider', { name: 'openai_key', value: 'sk-x' }, NAME],
    ['a name that is none', { name: '__proto__', value: 'x' }, NAME],
    ['no name', { value: 'x' }, NAME],
    ['no value', { name: TMDB }, TEXT],
    ['a value that is no text', { name: TMDB, value: ['x'] }, TEXT],
    ['a blank value', { name: TMDB, value: ' \n' }, 'tmdb_access_token is required'],
    [
      'a value without end',
      { name: TMDB, value: 'x'.repeat(4_097) },
      'tmdb_access_token must be at most 4096 characters',
    ],
    ['a value that fits no header (security 7)', { name: TMDB, value: 'a\r\nX-Header: 1' }, ASCII],
    ['a further member', { name: TMDB, value: 'x', url: 'http://x' }, 'unknown field in the request body'],
  ])('is 400 for %s, and no provider is asked', async (_, body, error) => {
    const answer = await admin.post('/api/admin/credentials/test', body);
    expect(statusAndBody(answer)).toEqual([400, refusedWith(error)]);
    expect([app.tmdb.calls(ASKED), app.trakt.calls()]).toEqual([[], []]);
  });

  it('security 40: is 429 for the eleventh in a minute, for this account alone; bad input counts for nothing', async () => {
    const ben = await app.invite('ben');
    await admin.patch(`/api/admin/users/${ben.userId}`, { role: 'admin' });
    for (let at = 0; at < 12; at += 1) expect((await attempt('openai_key', 'x')).status).toBe(400);
    for (let at = 0; at < 10; at += 1) expect((await attempt(TMDB, app.tmdb.token)).status).toBe(200);
    const refused = await attempt(TMDB, app.tmdb.token);
    expect(statusAndBody(refused)).toEqual([429, refusedWith('too many requests, please try again later')]);
    expect([refused.headers.get('retry-after'), app.tmdb.calls(ASKED).length]).toEqual(['60', 10]);
    expect((await attempt(TMDB, app.tmdb.token, ben)).status).toBe(200);
    await app.clock.leap(60_001);
    expect((await attempt(TMDB, app.tmdb.token)).status).toBe(200);
  });
});
