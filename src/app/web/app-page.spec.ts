import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { APP_PAGE_CSP, appPage, missingAppPage, appManifest } from './app-page.js';
import { readFileSync } from 'node:fs';

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

const MANIFEST = readFileSync(new URL('../../../web/public/manifest.webmanifest', import.meta.url), 'utf8');

interface Manifest {
  readonly name: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

const manifestOf = (basePath: string, serverName = 'Usher') =>
  JSON.parse(appManifest(MANIFEST, { basePath, serverName })) as Manifest;

describe('design §6: the manifest of the web app', () => {
  it.each([
    ['', '/'],
    ['/a/b', '/a/b/'],
  ])('under BASE_PATH=%j is that of an app of its own', (basePath, root) => {
    expect(manifestOf(basePath)).toMatchObject({ id: root, scope: root, start_url: root, display: 'standalone' });
  });

  it('security 22: bears the server’s name as text', () => {
    const name = `"},{"<b>Ana's & Ben's</b>`;
    expect(manifestOf('', name)).toMatchObject({ name, short_name: name });
  });

  it('has icons for every shape, and shortcuts to search and to my requests', () => {
    const { icons, shortcuts } = manifestOf('/a/b');
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      'any any',
    ]);
    expect(shortcuts.map(({ name }) => name)).toEqual(['Search', 'My requests']);
    const at = 'https://usher.example/a/b/manifest.webmanifest';
    const addresses = [...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)];
    for (const address of addresses) expect(new URL(address, at).pathname).toMatch(/^\/a\/b\/[a-z0-9.-]+$/);
  });
});
