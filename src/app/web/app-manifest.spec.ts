import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appManifest } from './app-manifest.js';

const BUILT = readFileSync(new URL('../../../web/public/manifest.webmanifest', import.meta.url), 'utf8');

interface Manifest {
  readonly name: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

const manifestOf = (basePath: string, serverName = 'Usher') =>
  JSON.parse(appManifest(BUILT, { basePath, serverName })) as Manifest;

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
