import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const OUTSIDE = 'https://usher.example.test';

describe('the external address', () => {
  let app: App;
  let admin: Session;

  beforeEach(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  afterEach(() => app.close());

  const put = (external_url: unknown): Promise<Answer> => admin.put('/api/admin/external-address', { external_url });
  const invite = (server_url?: string): Promise<Answer> =>
    admin.post('/api/admin/connect-token', { name: 'ana', server_url });
  const serverIn = ({ body }: Answer): unknown => new URL((body as { link: string }).link).searchParams.get('server');

  it('doc3 §2.3: is empty until it is set, kept without a slash at its end, and cleared by an empty one', async () => {
    const read = async (): Promise<unknown> => (await admin.get('/api/admin/external-address')).body;
    expect(await read()).toEqual({ external_url: '' });
    const answer = await put(` ${OUTSIDE}/ `);
    expect([answer.status, answer.body]).toEqual([200, { external_url: OUTSIDE }]);
    expect(await read()).toEqual({ external_url: OUTSIDE });
    expect((await put('')).body).toEqual({ external_url: '' });
    expect(await read()).toEqual({ external_url: '' });
  });

  it('doc1 §4, doc3 §1.9: connect links carry it, whatever the app says, and say whence it came', async () => {
    await put(OUTSIDE);
    for (const fromApp of ['http://192.0.2.7:7676', 'javascript:alert(1)', undefined]) {
      const answer = await invite(fromApp);
      expect([answer.status, serverIn(answer)]).toEqual([201, OUTSIDE + E2E_BASE_PATH]);
      expect(answer.body).toMatchObject({ origin_source: 'external_address' });
    }
    await put('');
    const answer = await invite('http://192.0.2.7:7676');
    expect([serverIn(answer), answer.body]).toEqual([
      `http://192.0.2.7:7676${E2E_BASE_PATH}`,
      expect.objectContaining({ origin_source: 'app' }),
    ]);
    expect((await invite()).body).toEqual({
      error: 'server_url required',
      code: 'required',
      params: { name: 'server_url' },
    });
  });

  it('issue 43 A9: a path other than BASE_PATH is 400, and the address before stays; BASE_PATH itself is taken', async () => {
    await put(OUTSIDE);
    const refused = await put(`${OUTSIDE}/path`);
    const code =
      E2E_BASE_PATH === ''
        ? { code: 'external_url_with_path' }
        : { code: 'external_url_with_other_path', params: { path: E2E_BASE_PATH } };
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: expect.stringContaining('without a path'), ...code },
    ]);
    expect((await admin.get('/api/admin/external-address')).body).toEqual({ external_url: OUTSIDE });
    expect((await put(`${OUTSIDE}${E2E_BASE_PATH}/`)).body).toEqual({ external_url: OUTSIDE + E2E_BASE_PATH });
    expect(serverIn(await invite())).toBe(OUTSIDE + E2E_BASE_PATH);
  });

  const NO_ADDRESS = {
    error: 'external_url must be an http or https address without credentials, query or fragment',
    code: 'invalid_external_url',
  };
  const NO_TEXT = { error: 'external_url must be a text', code: 'not_a_text', params: { name: 'external_url' } };

  it.each([
    ['javascript:alert(1)', NO_ADDRESS],
    ['ftp://example.test', NO_ADDRESS],
    ['example.test', NO_ADDRESS],
    ['https://ana:x@example.test', NO_ADDRESS],
    [null, NO_TEXT],
    [7, NO_TEXT],
  ])('doc1 §4: %j is 400, and the address before stays', async (typed, refusal) => {
    await put(OUTSIDE);
    const answer = await put(typed);
    expect([answer.status, answer.body]).toEqual([400, refusal]);
    expect((await admin.get('/api/admin/external-address')).body).toEqual({ external_url: OUTSIDE });
  });
});
