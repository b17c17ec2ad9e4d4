import { beforeAll, describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const BACKTRACKING = 'regexp/no-super-linear-backtracking';
const MOVE = 'regexp/no-super-linear-move';

/** One offence per line, with the rule that must see it; null for a pattern that is fine. */
const PATTERNS: readonly (readonly [pattern: string, rule: string | null])[] = [
  ['/^a(?:;\\s*(?:b=c)?\\s*)*$/', BACKTRACKING],
  ['/^(?:a+)+$/', BACKTRACKING],
  ['/^\\s*(?:identity)?\\s*$/', BACKTRACKING],
  ['/\\/+$/', MOVE],
  ['/^a(?:;\\s*(?:b=c\\s*)?)*$/', null],
];

/** Asks the linter what it says of a script, and which of its rules hold for a file of each kind. */
const ASK = `
  const { ESLint } = await import('eslint');
  const [code, paths] = JSON.parse(process.argv[1]);
  const eslint = new ESLint();
  const [{ messages }] = await eslint.lintText(code, { filePath: 'scripts/planted.mjs' });
  const configs = await Promise.all(paths.map((path) => eslint.calculateConfigForFile(path)));
  console.log(JSON.stringify({ messages, rules: configs.map(({ rules }) => rules) }));
`;

/** A file of each place whose patterns meet foreign text, or are run beside the server. */
const PLACES = ['src/main.ts', 'src/app/openapi/explorer/explorer.js', 'scripts/start.mjs', 'bench/run-bench.ts'];

interface Said {
  readonly messages: readonly { readonly line: number; readonly ruleId: string | null }[];
  readonly rules: readonly Readonly<Record<string, readonly [severity: number, ...options: unknown[]]>>[];
}

/** In a process of its own: the linter loads its own configuration. */
function ask(code: string): Promise<Said> {
  const args = ['--input-type=module', '--eval', ASK, JSON.stringify([code, PLACES])];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root }, (_, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr));
      return resolve(JSON.parse(stdout) as Said);
    });
  });
}

describe('security 31: patterns that some text makes slow', () => {
  let said: Said;

  beforeAll(async () => {
    said = await ask(PATTERNS.map(([pattern], at) => `export const pattern${at} = ${pattern};`).join('\n'));
  });

  it.each(PATTERNS)('of %s the linter says: %s', (pattern, rule) => {
    const line = PATTERNS.findIndex(([one]) => one === pattern) + 1;
    const found = said.messages.filter((message) => message.line === line).map(({ ruleId }) => ruleId);
    expect(found).toEqual(rule === null ? [] : [rule]);
  });

  it('are an error wherever foreign text is read', () => {
    for (const rules of said.rules)
      for (const rule of [BACKTRACKING, MOVE])
        expect(rules[rule]?.slice(0, 2)).toMatchObject([2, { report: 'potential' }]);
  });
});
