import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { FRONT_PAGE_CSP, renderFrontPage } from './front-page.js';

const STATES = [true, false, undefined];

describe('the front page', () => {
  it.each([
    [false, 'Waiting for its first administrator'],
    [true, 'Ready'],
    [undefined, 'One moment'],
  ])('with setup done %s it is headed "%s", and by nothing else', (setupDone, heading) => {
    const headings = [
      ...renderFrontPage({ serverName: 'Usher', basePath: '', setupDone }).matchAll(/<h2>(.*?)<\/h2>/g),
    ];
    expect(headings.map(([, text]) => text)).toEqual([heading]);
  });

  it.each(STATES)('its only style is the one that the policy names, with setup done %s', (setupDone) => {
    const page = renderFrontPage({ serverName: 'Usher', basePath: '', setupDone });
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    expect(FRONT_PAGE_CSP).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page).not.toMatch(/<script|\sstyle=|\son[a-z]+=/i);
  });

  it.each([
    [false, 'http://ADDRESS/usher/api/auth/setup'],
    [true, '<code>/usher/readyz</code>'],
    [true, '<code>/usher/api/auth/status</code>'],
  ])('doc3 §10: under BASE_PATH=/usher, with setup done %s, it says %s', (setupDone, address) => {
    expect(renderFrontPage({ serverName: 'Usher', basePath: '/usher', setupDone })).toContain(address);
  });

  it('security 22: no server name adds markup', () => {
    const plain = renderFrontPage({ serverName: '', basePath: '', setupDone: true });
    const tags = (page: string): number => (page.match(/[<>"']/g) ?? []).length;
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/') }), (serverName) => {
        expect(tags(renderFrontPage({ serverName, basePath: '', setupDone: true }))).toBe(tags(plain));
      }),
    );
  });
});
