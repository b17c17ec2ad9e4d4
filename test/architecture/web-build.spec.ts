import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folder dist/web, as the build leaves it. */
const BUILT = join(import.meta.dirname, '..', '..', 'dist/web');

const ASSETS = readdirSync(join(BUILT, 'assets'));
const PAGE = readFileSync(join(BUILT, 'index.html'), 'utf8');

/** Budgets in bytes, compressed by gzip. Source: issue 22, speed. */
const SCRIPTS_BEFORE_HOME = 70_000;
const STYLES_BEFORE_HOME = 15_000;
const FONT = 45_000;

const read = (name: string): string => readFileSync(join(BUILT, 'assets', name), 'utf8');
const compressedSize = (name: string): number => readFileSync(join(BUILT, 'assets', `${name}.gz`)).length;
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

/** A script and all that it imports before it runs. */
function withImports(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported = ''] of read(name).matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g))
    withImports(imported, seen);
  return seen;
}

/** The one chunk of this page. */
const chunkOf = (page: string): string =>
  ASSETS.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js')) ?? '';

describe('issue 22: the built web app', () => {
  it('has no more scripts before Home can be used than the budget allows', () => {
    const [, start = ''] = /src="\.\/assets\/([^"]+\.js)"/.exec(PAGE) ?? [];
    const scripts = new Set([...withImports(start), ...withImports(chunkOf('HomePage'))]);
    const bytes = sum([...scripts].map(compressedSize));
    expect(scripts.size).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(SCRIPTS_BEFORE_HOME);
  });

  it('has no more styles before Home than the budget allows, and one typeface', () => {
    const styles = ASSETS.filter((name) => /^(?:home|shared|HomePage)-.*\.css$/.test(name));
    expect(styles.length).toBeGreaterThan(1);
    expect(sum(styles.map(compressedSize))).toBeLessThanOrEqual(STYLES_BEFORE_HOME);
    const fonts = ASSETS.filter((name) => name.endsWith('.woff2'));
    expect(fonts).toHaveLength(1);
    expect(sum(fonts.map((name) => readFileSync(join(BUILT, 'assets', name)).length))).toBeLessThanOrEqual(FONT);
  });

  it('security 22: names no other host but where a link leads, makes no markup or program of texts, and has nothing inline', () => {
    const texts = [PAGE, ...ASSETS.filter((name) => /\.(js|css)$/.test(name)).map(read)];
    for (const text of texts) {
      expect(text).not.toMatch(/\beval\(|new Function\(|insertAdjacentHTML|document\.write/);
      const hosts = [...text.matchAll(/https?:\/\/([a-z0-9.-]+\.[a-z]+)/gi)].map(([, host]) => host);
      expect(hosts.filter((host = '') => !NAMED_IN_TEXTS.has(host) && !LED_TO.has(host))).toEqual([]);
    }
    expect(PAGE).not.toMatch(/<style|\sstyle=|<script(?![^>]* src=)|\son[a-z]+=/);
  });

  it('design §6: has a worker that knows every file of it, and needs none of them to run', () => {
    const worker = readFileSync(join(BUILT, 'sw.js'), 'utf8');
    const [, list = '[]'] = /^const usherFiles=(\[[^\]]*\]),usherVersion="[0-9a-f]{8}";/.exec(worker) ?? [];
    const files = ASSETS.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `assets/${name}`);
    expect((JSON.parse(list) as string[]).sort()).toEqual([...files, 'appearance.js'].sort());
    expect(worker).not.toMatch(/\bimport\b|\bexport\b|importScripts|https?:\/\//);
  });

  it('comes with a compressed form of each script and style', () => {
    for (const name of ASSETS.filter((asset) => /\.(js|css)$/.test(asset)))
      expect([ASSETS.includes(`${name}.br`), ASSETS.includes(`${name}.gz`)]).toEqual([true, true]);
  });
});

/** Names of documents and of kinds of markup: nothing is asked for there. */
const NAMED_IN_TEXTS: ReadonlySet<string> = new Set(['www.w3.org', 'svelte.dev']);

/** Where links lead that people follow: trailers, and what others say of a title. No page may ask there for anything, as each browser test proves. */
const LED_TO: ReadonlySet<string> = new Set([
  'www.youtube.com',
  'www.imdb.com',
  'www.themoviedb.org',
  'musicbrainz.org',
  'trakt.tv',
]);
