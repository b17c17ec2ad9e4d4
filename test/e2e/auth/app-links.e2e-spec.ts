import { describe, expect, it } from 'vitest';
import { startApp } from '../../harness/start-app.js';

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');

const CONFIGURED = {
  APPLE_APP_IDS: 'ABCDE12345.test.example.usher,ABCDE12345.test.example.beta',
  ANDROID_PACKAGE_NAME: 'test.example.usher',
  ANDROID_CERT_SHA256_FINGERPRINTS: FINGERPRINT,
};

/** What both addresses answer anybody: status, content type, body. */
async function appLinks(env: Readonly<Record<string, string>>): Promise<readonly (readonly unknown[])[]> {
  const app = await startApp({ env });
  try {
    const paths = ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'];
    const answers = await Promise.all(paths.map((path) => app.http.get(path)));
    return answers.map(({ status, body, headers }) => [status, headers.get('content-type'), body]);
  } finally {
    await app.close();
  }
}

describe('links between this host and native apps', () => {
  it('doc3 §1.8: name the configured apps, as JSON and to anybody', async () => {
    const [apple, android] = await appLinks(CONFIGURED);
    expect(apple).toEqual([
      200,
      expect.stringContaining('application/json'),
      { webcredentials: { apps: ['ABCDE12345.test.example.usher', 'ABCDE12345.test.example.beta'] } },
    ]);
    expect(android).toEqual([
      200,
      expect.stringContaining('application/json'),
      [
        {
          relation: ['delegate_permission/common.get_login_creds'],
          target: {
            namespace: 'android_app',
            package_name: 'test.example.usher',
            sha256_cert_fingerprints: [FINGERPRINT],
          },
        },
      ],
    ]);
  });

  it.each([
    ['nothing is', {}],
    ['an Android app is, without a fingerprint', { ANDROID_PACKAGE_NAME: 'test.example.usher' }],
    ['fingerprints are, without their app', { ANDROID_CERT_SHA256_FINGERPRINTS: FINGERPRINT }],
  ])('doc3 §1.8: are 404 where %s configured', async (_, env) => {
    for (const [status, , body] of await appLinks(env)) expect([status, body]).toEqual([404, { error: 'not found' }]);
  });
});
