import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { jobs } from './de-jobs.js';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));

const TEXTS = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!spec)\.ts$/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'));

const constant = (name: string, text: string): string | undefined =>
  new RegExp(`\\bconst ${name}\\b[^=\\n]*= '([^']+)'`).exec(text)?.[1];

/** The names in the sources by which jobs are registered, with a title and a purpose behind them. */
const NAMES = TEXTS.flatMap((text) =>
  [...text.matchAll(/\bname(?::| =) ('[^']+'|\w+)[,;]\s+(?:readonly )?title(?::| =)\s+'[^]*?\bpurpose(?::| =)/g)].map(
    ([, name = '']) =>
      name.startsWith("'")
        ? name.slice(1, -1)
        : (constant(name, text) ?? TEXTS.map((other) => constant(name, other)).find((found) => found) ?? name),
  ),
);

describe('issue 22, German complete: background jobs', () => {
  it('finds the jobs', () => {
    expect(NAMES.length).toBeGreaterThan(20);
  });

  it('each has German words, and no words are left over', () => {
    expect(Object.keys(jobs).toSorted()).toEqual(NAMES.toSorted());
  });
});
