import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const MOST_WORDS = 300;
const LONGEST_CELL = 400;

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The README of each module. */
const readmes = readdirSync(join(root, 'src/modules')).map((name) => `src/modules/${name}/README.md`);
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const linking = [...readmes, ...pages, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];

/** Words between white space, marks of lists and of headings among them. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** What a text says outside of its blocks of code and its code spans. */
const proseOf = (text: string): string => text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, '');

/** The headings of a page, as links name them. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.replace(/^ *```.*?^ *```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

/** The links of a text that lead nowhere: to a file that isn't there, or to a heading that its page doesn't have. */
function lostLinks(file: string, text: string): readonly string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const aim = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, aim))) return true;
      return anchor !== undefined && !anchorsOf(aim === file ? text : textOf(aim)).includes(anchor);
    })
    .map((target) => `${file}: ${target}`);
}

/** The cells of a text's tables. */
const cellsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => /^\s*\|/.test(line))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

describe('documents', () => {
  it('say what a module is for in a README of at most 300 words', () => {
    const long = readmes
      .map((file) => [file, wordsIn(textOf(file))] as const)
      .filter(([, words]) => words > MOST_WORDS);
    expect(long).toEqual([]);
  });

  it('link to files and headings that are there', () => {
    expect(linking.flatMap((file) => lostLinks(file, textOf(file)))).toEqual([]);
  });

  it('have no cell of more than 400 characters in the table of the architecture', () => {
    expect(cellsOf(textOf('docs/architecture.md')).filter((cell) => cell.length > LONGEST_CELL)).toEqual([]);
  });
});

describe('a link', () => {
  it.each([
    ['[a](architecture.md)', []],
    ['[a](../src/main.ts), [b](https://example.org/none.md), [c](mailto:a@example.org)', []],
    ['# A heading, in `code`\n[a](#a-heading-in-code)', []],
    ['`[a](none.md)`\n```\n[a](none.md)\n```', []],
    ['[a](none.md)', ['docs/glossary.md: none.md']],
    ['[a](#none)', ['docs/glossary.md: #none']],
    ['[a](architecture.md#none)', ['docs/glossary.md: architecture.md#none']],
  ])('in %j is judged', (text, lost) => {
    expect(lostLinks('docs/glossary.md', text)).toEqual(lost);
  });
});

describe('a cell', () => {
  it('is what stands between two bars of a table', () => {
    expect(cellsOf('a | b\n| c \\| d | e |\n')).toEqual(['', 'c \\| d', 'e', '']);
  });
});
