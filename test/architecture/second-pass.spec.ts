import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getMetadataArgsStorage } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { entities } from '../../src/app/entities.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Row {
  readonly path: string;
  readonly tables?: readonly string[];
  readonly statements?: readonly string[];
  readonly links?: readonly string[];
}

/** The build's scripts are plain Node, without types. */
const SCRIPT: string = '../../scripts/second-pass-list.mjs';
const { SECOND_PASS, EVERYTHING } = (await import(SCRIPT)) as {
  readonly SECOND_PASS: readonly Row[];
  readonly EVERYTHING: readonly string[];
};

/** SQL text that is handed over, or a query that is built. What TypeORM writes itself fits each engine. */
const HAS_STATEMENT =
  /\b(?:tx|manager|dataSource)\.query\b|\.query\(|\bcreateQueryBuilder\b|\baddSelect\b|\bRaw\(|\b(?:sqlRows|tableRows)[<(]/;

/** Knows under which address or path this server is reached, or sends a client to an address. */
const KNOWS_ADDRESS =
  /\bbasePath\b|\bExternalAddressRepository\b|\bserverUrl\b|'Location'|'Set-Cookie'|\.cookie\(|\.redirect\(/;

/** The engines, whose specs are in the pass themselves, and clients, which don't know the database. */
const OF_OTHERS = ['src/core/database/', 'src/clients/'];

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
  .sort();

const fitting = (pattern: RegExp): readonly string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

const namesIn = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

/** A name that ends in a slash covers the files below. */
const covers = (name: string, file: string): boolean => (name.endsWith('/') ? file.startsWith(name) : file === name);

const named = (of: 'tables' | 'statements' | 'links'): readonly string[] => SECOND_PASS.flatMap((row) => row[of] ?? []);

describe('what runs on PostgreSQL and under a path in each .ci/run', () => {
  it('writes and reads every table', () => {
    const tables = getMetadataArgsStorage()
      .tables.filter(({ target }) => (entities as readonly unknown[]).includes(target))
      .map(({ name }) => name);
    expect(tables).toHaveLength(entities.length);
    expect([...named('tables')].sort()).toEqual([...tables].sort());
  });

  it('tries every file with SQL text of its own', () => {
    const files = fitting(HAS_STATEMENT).filter((file) => !OF_OTHERS.some((folder) => file.startsWith(folder)));
    const names = named('statements').filter((name) => !name.startsWith('src/core/'));
    expect(files.filter((file) => !names.some((name) => covers(name, file)))).toEqual([]);
    expect(names.filter((name) => !files.some((file) => covers(name, file)))).toEqual([]);
  });

  it('tries SQL text by the spec beside it, where there is one, and not by the whole application', () => {
    const beside = named('statements')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replace(/\.ts$/, '.spec.ts'))
      .filter((spec) => existsSync(join(ROOT, spec)));
    expect(beside).not.toEqual([]);
    for (const spec of beside) {
      const rows = SECOND_PASS.filter(({ statements = [] }) => statements.includes(spec.replace('.spec.ts', '.ts')));
      expect([spec, rows.some(({ path }) => spec.startsWith(path))]).toEqual([spec, true]);
    }
  });

  it('tries every file that knows an address of this server', () => {
    expect([...named('links')].sort()).toEqual(fitting(KNOWS_ADDRESS));
  });

  it('names tests that are there, which npm run test:all runs too', () => {
    for (const { path } of SECOND_PASS) {
      const folder = join(ROOT, path.endsWith('/') ? path : dirname(path));
      const start = path.endsWith('/') ? '' : basename(path);
      const tests = existsSync(folder) ? namesIn(folder).filter((file) => file.startsWith(start)) : [];
      expect([path, tests.some((file) => file.endsWith('spec.ts'))]).toEqual([path, true]);
      expect([path, EVERYTHING.some((name) => path.startsWith(name))]).toEqual([path, true]);
    }
  });
});
