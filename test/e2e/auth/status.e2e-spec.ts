import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type App, startApp, type StartOptions } from '../../harness/start-app.js';

const NATIVE = {
  APPLE_APP_IDS: 'ABCDE12345.org.example',
  ANDROID_PACKAGE_NAME: 'org.example',
  ANDROID_CERT_SHA256_FINGERPRINTS: Array<string>(32).fill('AA').join(':'),
  WEBAUTHN_EXTRA_ORIGINS: 'https://media.example',
};
const NONE = { apple_configured: false, android_configured: false, windows_origin_trusted: false };

describe('doc3 §1.3: GET /api/auth/status', () => {
  let app: App;

  afterEach(() => app.close());

  const start = async (env: StartOptions['env'] = {}): Promise<void> => {
    app = await startApp({ env });
  };

  /** fetch doesn't let a caller name another host, so this speaks for itself. */
  const status = (headers: Record<string, string>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const sent = request(`${app.url}/api/auth/status`, { headers }, (answer) => {
        answer.setEncoding('utf8');
        let text = '';
        answer.on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve(JSON.parse(text)));
      });
      sent.on('error', reject).end();
    });

  it('needs no session, not even a good one, says whether setup is needed, and leaves out what is switched off', async () => {
    await start();
    const answer = await app.http.get('/api/auth/status');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body).toEqual({ needs_setup: true, webauthn_available: true, native_passkeys: NONE });
    expect((await app.http.get('/api/auth/status', { authorization: 'Bearer nonsense' })).body).toEqual(answer.body);

    await app.setUpAdmin();
    expect((await app.http.get('/api/auth/status')).body).toMatchObject({ needs_setup: false });
  });

  it('issue 22, names that stay: says so where the first account needs no setup code, and only until it is made', async () => {
    await start({ SETUP_CODE: 'off' });
    expect((await app.http.get('/api/auth/status')).body).toMatchObject({ needs_setup: true, setup_code_off: true });
    await app.setUpAdmin();
    expect((await app.http.get('/api/auth/status')).body).not.toHaveProperty('setup_code_off');
  });

  it('passkeys are available on this machine and over TLS only; a proxy that nobody trusts can’t claim TLS', async () => {
    await start(NATIVE);
    expect(await status({ host: 'localhost:7676' })).toMatchObject({ webauthn_available: true, native_passkeys: NONE });
    const plain = { webauthn_available: false, native_passkeys: NONE };
    expect(await status({ host: 'media.example' })).toMatchObject(plain);
    expect(await status({ host: 'media.example', 'x-forwarded-proto': 'https' })).toMatchObject(plain);
  });

  it('behind a trusted proxy with TLS, native apps get what is configured for them', async () => {
    await start({ ...NATIVE, TRUSTED_PROXIES: '127.0.0.1' });
    expect(await status({ host: 'media.example', 'x-forwarded-proto': 'https' })).toMatchObject({
      webauthn_available: true,
      native_passkeys: { apple_configured: true, android_configured: true, windows_origin_trusted: true },
    });
    expect(await status({ host: '192.0.2.1', 'x-forwarded-proto': 'https' })).toMatchObject({ native_passkeys: NONE });
  });
});
