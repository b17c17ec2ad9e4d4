import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { type App, startApp } from '../../harness/start-app.js';

describe('GET /', () => {
  let app: App;

  beforeEach(async () => {
    app = await startApp({ env: { SERVER_NAME: `<b>Ana's & Ben's</b>` } });
  });

  afterEach(() => app.close());

  it('says that setup waits, until there is an administrator', async () => {
    const before = await app.http.get('/');
    expect(before.status).toBe(200);
    expect(before.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(before.text).toContain('Waiting for its first administrator');

    await app.setUpAdmin();
    const after = await app.http.get('/');
    expect(after.text).toContain('<h2>Ready</h2>');
    expect(after.text).not.toContain('first administrator');
  });

  it('says "one moment" with 200 while the database can’t be read', async () => {
    await app.get(Database).close();
    const { status, text } = await app.http.get('/');
    expect(status).toBe(200);
    expect(text).toContain('<h2>One moment</h2>');
  });

  it('security 22: holds no script, and one style that its policy names by hash', async () => {
    const { text, headers } = await app.http.get('/');
    expect(text).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\sstyle=|javascript:|https?:\/\/(?!ADDRESS)/i);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).not.toMatch(/unsafe|https?:|\*|script-src/);
  });

  it('security 22: prints the server’s name as text', async () => {
    const { text } = await app.http.get('/');
    expect(text).toContain('&#60;b&#62;Ana&#39;s &#38; Ben&#39;s&#60;/b&#62;');
    expect(text).not.toContain('<b>');
  });
});
