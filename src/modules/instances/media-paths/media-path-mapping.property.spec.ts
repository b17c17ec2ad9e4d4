import path from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type MediaPathMapping, translatePath } from './media-path-mapping.js';

/** Few names, so that paths meet; some differ by case alone, some are the beginning of another. */
const NAMES = ['a', 'A', 'ab', 'é', 'É', 'a b', 'S01'];
const name = fc.constantFrom(...NAMES);
const names = fc.array(name, { maxLength: 4 });
const slash = fc.constantFrom('/', '\\');

const posix = names.map((parts) => `/${parts.join('/')}`);
const drive = fc.tuple(fc.constantFrom('C:', 'c:', 'D:'), names, slash).map(([letter, parts, between]) => {
  return `${letter}${between}${parts.join(between)}`;
});
const unc = fc.tuple(fc.constantFrom('nas', 'NAS'), name, names, slash).map(([server, share, parts, between]) => {
  return `${between}${between}${[server, share, ...parts].join(between)}`;
});
const plainPath = fc.oneof(posix, drive, unc);
/** The same place, written as somebody else might. */
const written = fc
  .tuple(plainPath, fc.boolean())
  .map(([text, trailing]) => (trailing && text !== '/' ? `${text}/` : text));

const mapping = fc
  .tuple(written, fc.constantFrom('/media/one', '/media/two', '/media/one/below'))
  .map(([arrPath, servicePath]): MediaPathMapping => ({ arrPath, servicePath }));
const mappings = fc.array(mapping, { maxLength: 6 });

/**
 * The rule once more, by texts instead of names: each path becomes one spelling with a slash at its end, a mapping
 * fits when its text begins the other, the longest fits best, and two of the same length are none.
 */
function model(all: readonly MediaPathMapping[], arrPath: string): string | null {
  const spelled = (text: string): { key: string; shown: string } => {
    const isWindows = /^([A-Za-z]:|[\\/]{2})/.test(text);
    const shown = `${isWindows ? text.replaceAll('\\', '/') : text}/`.replace(/(?<=.)\/+/g, '/').replace(/^\/\/$/, '/');
    return { key: isWindows ? `windows:${shown.toUpperCase()}` : `posix:${shown}`, shown };
  };
  const target = spelled(arrPath);
  const fitting = all.filter((one) => target.key.startsWith(spelled(one.arrPath).key));
  const longest = Math.max(...fitting.map((one) => spelled(one.arrPath).key.length));
  const best = fitting.filter((one) => spelled(one.arrPath).key.length === longest);
  const [only] = best;
  if (!only || best.length > 1) return null;
  return `${only.servicePath}/${target.shown.slice(spelled(only.arrPath).shown.length)}`.replace(/\/$/, '');
}

const translate = (all: readonly MediaPathMapping[], text: string): string | null =>
  translatePath(all, text, path.posix)?.replace(/\/$/, '') ?? null;

describe('doc4 §8: the translation of a manager’s path', () => {
  it('is what the rule says of texts', () => {
    let found = 0;
    fc.assert(
      fc.property(mappings, written, (all, text) => {
        const expected = model(all, text);
        if (expected !== null) found += 1;
        expect(translate(all, text)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('doesn’t depend on the order of the mappings', () => {
    const shuffled = mappings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, written, ([all, others], text) => {
        expect(translate(others, text)).toBe(translate(all, text));
      }),
    );
  });

  it('security 20: never leaves the folder of a mapping, whatever the path', () => {
    const piece = fc.oneof(name, fc.constantFrom('..', '.', '', '.. ', 'C:', '...', '\\', '/', '\u0000', '..\\..'));
    const hostile = fc.tuple(written, fc.array(fc.tuple(slash, piece))).map(([start, pieces]) => {
      return start + pieces.map(([between, part]) => between + part).join('');
    });
    for (const system of [path.posix, path.win32]) {
      const root = system === path.win32 ? 'D:\\media' : '/media';
      fc.assert(
        fc.property(mappings, hostile, (all, text) => {
          const place = translatePath(
            all.map(({ arrPath }) => ({ arrPath, servicePath: root })),
            text,
            system,
          );
          if (place === null) return;
          const way = system.relative(root, system.resolve(place));
          expect(way.split(system.sep)).not.toContain('..');
          expect(system.isAbsolute(way)).toBe(false);
        }),
        { numRuns: 1000 },
      );
    }
  });

  it('has no answer for a path with "..", however deep the mapping', () => {
    fc.assert(
      fc.property(written, names, (text, below) => {
        const climbing = [text.replace(/[\\/]$/, ''), '..', ...below].join('/');
        expect(translate([{ arrPath: text, servicePath: '/media/one' }], climbing)).toBeNull();
      }),
    );
  });

  it('has no answer where two mappings name one place, and the other where one of them is gone', () => {
    fc.assert(
      fc.property(written, names, (text, below) => {
        const target = below.length === 0 ? text : [text.replace(/[\\/]$/, ''), ...below].join('/');
        const twins = ['/media/one', '/media/two'].map((servicePath) => ({ arrPath: text, servicePath }));
        expect(translate(twins, target)).toBeNull();
        expect(translate(twins.slice(1), target)).toBe(['/media/two', ...below].join('/'));
      }),
    );
  });
});

describe('doc3 §3.5: the most specific mapping', () => {
  const all = [
    { arrPath: '/films', servicePath: '/media/films' },
    { arrPath: '/films/4K', servicePath: '/media/uhd' },
    { arrPath: 'D:\\Films', servicePath: '/media/windows' },
  ];

  it.each([
    ['/films/Harbor/h.mkv', '/media/films/Harbor/h.mkv'],
    ['/films/4K/Harbor/h.mkv', '/media/uhd/Harbor/h.mkv'],
    ['/films/4K-old/h.mkv', '/media/films/4K-old/h.mkv'],
    ['/films2/h.mkv', null],
    ['/Films/h.mkv', null],
    ['/films', '/media/films'],
    ['d:/films/Harbor\\h.mkv', '/media/windows/Harbor/h.mkv'],
    ['E:\\Films\\h.mkv', null],
    ['films/h.mkv', null],
    ['', null],
  ])('%j leads to %j', (text, place) => {
    expect(translatePath(all, text, path.posix)).toBe(place);
  });

  it('security 20: a name that is a path to this server’s system leads nowhere', () => {
    const target = [{ arrPath: '/films', servicePath: 'D:\\media' }];
    expect(translatePath(target, '/films/a\\..\\..\\Windows', path.win32)).toBeNull();
    expect(translatePath(target, '/films/C:x', path.win32)).toBeNull();
    expect(translatePath(target, '/films/h.mkv', path.win32)).toBe('D:\\media\\h.mkv');
  });

  it('a stored mapping that can’t be read fits nothing', () => {
    expect(translatePath([{ arrPath: 'films', servicePath: '/media/films' }], '/films/h.mkv')).toBeNull();
  });
});
