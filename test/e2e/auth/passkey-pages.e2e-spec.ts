import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp } from '../../harness/start-app.js';

const TOKEN = 't'.repeat(43);

describe('doc3 §1.8: the pages on which passkeys are set up', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ env: { SERVER_NAME: 'The <b>Harbor</b>' } });
  });

  afterAll(() => app.close());

  const page = async (path: string) => {
    const { status, headers, text } = await app.http.get(path);
    return { status, text, policy: headers.get('content-security-policy') ?? '', headers };
  };

  it.each(['/passkeys/setup', `/passkeys/create?token=${TOKEN}`])('%s is HTML that nobody keeps', async (path) => {
    const { status, headers } = await page(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/passkeys/setup', `/passkeys/create?token=${TOKEN}`])(
    'security 22: %s has all in itself, what runs and what styles is named by its hash, and no name adds markup',
    async (path) => {
      const { text, policy } = await page(path);
      for (const [, tag = '', inside = ''] of text.matchAll(/<(style|script)>([^]*?)<\/\1>/g))
        expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
      expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(text).not.toMatch(/\s(?:src|style|on[a-z]+)=/i);
      expect(text).not.toContain('<b>');
    },
  );

  it('the token of a link is not in the page: its script reads it from the address', async () => {
    expect((await page(`/passkeys/create?token=${TOKEN}`)).text).not.toContain(TOKEN);
  });

  it.each([
    ['', 'Token required.'],
    ['?token=', 'Token required.'],
    ['?token=a&token=b', 'Token was given more than once.'],
  ])('without one token (%j) a page says so, which nobody keeps and which runs nothing', async (query, sentence) => {
    const { status, headers, text, policy } = await page(`/passkeys/create${query}`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      400,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain(`<p>${sentence}</p>`);
    expect(text).not.toMatch(/<script|\sstyle=|\son[a-z]+=/i);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(policy).not.toMatch(/unsafe|script-src/);
  });

  it('the page with the links leads to the app and to the browser, at the address by which it was reached', async () => {
    const { text } = await page('/passkeys/setup');
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual([
      `usher://passkeys?server=${encodeURIComponent(app.url)}`,
      `${app.url}/settings/passkeys/new`,
    ]);
  });

  it('a place to go back to is passed on to the app, as one parameter', async () => {
    const { text } = await page(`/passkeys/setup?return=${encodeURIComponent('usher://settings?a=1&b="2')}`);
    expect(text).toContain(`&#38;return=${encodeURIComponent('usher://settings?a=1&b="2')}"`);
  });

  it.each(['javascript:alert(1)', 'https://evil.example/', '//evil.example', '/\\evil.example', 'usher:alert'])(
    'issue 19 §2: %s is no place to go back to',
    async (place) => {
      const { status, text } = await page(`/passkeys/setup?return=${encodeURIComponent(place)}`);
      expect([status, /return=/.test(text)]).toEqual([200, false]);
    },
  );
});
