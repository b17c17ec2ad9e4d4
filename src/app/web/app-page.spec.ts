import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { APP_PAGE_CSP, appPage, missingAppPage } from './app-page.js';

const BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta name="base-path" content="" />
    <title>Usher</title>
    <script type="module" crossorigin src="./assets/start-abc.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/start-abc.css" />
    <link rel="icon" href="./icon.svg" />
  </head>
  <body></body>
</html>`;

describe('the page of the web app', () => {
  it.each([
    ['', '/assets/start-abc.js'],
    ['/a/b', '/a/b/assets/start-abc.js'],
  ])(
    'issue 22: under BASE_PATH=%j every address begins at the root, at every depth of the page',
    (basePath, script) => {
      const page = appPage(BUILT, { basePath, serverName: 'Usher' });
      expect(page).toContain(`src="${script}"`);
      expect(page).toContain(`href="${basePath}/icon.svg"`);
      expect(page).toContain(`<meta name="base-path" content="${basePath}" />`);
      expect(page).not.toContain('"./');
    },
  );

  it.each([
    ['the page', (serverName: string) => appPage(BUILT, { basePath: '', serverName })],
    ['the page in its place', (serverName: string) => missingAppPage({ basePath: '', serverName })],
  ])('security 22: no server name adds markup to %s', (_which, pageFor) => {
    const marks = (page: string): number => (page.match(/[<>"']/g) ?? []).length;
    const plain = marks(pageFor(''));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '$', 'a', '/') }), (serverName) => {
        expect(marks(pageFor(serverName))).toBe(plain);
      }),
    );
  });

  it('security 22: the policy names no other host, and nothing inline', () => {
    expect(APP_PAGE_CSP).toContain("default-src 'none'");
    expect(APP_PAGE_CSP).toContain("require-trusted-types-for 'script'");
    expect(APP_PAGE_CSP).not.toMatch(/unsafe|https?:|\*|nonce|sha256/);
  });

  it('issue 22: says what to run where the build is missing', () => {
    expect(missingAppPage({ basePath: '', serverName: 'Usher' })).toContain('<code>npm run build</code>');
  });
});
