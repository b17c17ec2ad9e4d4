import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLANTED, PLANTED_COMPONENTS } from './lint-offences.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the linters read of the checkout. */
const KEPT = [
  'package.json',
  'tsconfig.json',
  'web/tsconfig.json',
  'oxlint.config.mjs',
  'eslint.config.js',
  'scripts/lint/syntax-plugin.mjs',
];

/** Of a file: the rules that refuse something in it, as the configuration names them. */
type Found = ReadonlyMap<string, readonly string[]>;

type Rules = Readonly<Record<string, unknown>>;

/** Runs a linter over the tree, in a process of its own, and reads what it says. */
function answerOf<Answer>(tree: string, bin: string, args: readonly string[]): Promise<Answer> {
  const linter = join(root, 'node_modules', ...bin.split('/'));
  return new Promise((resolve, reject) => {
    const options = { cwd: tree, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [linter, ...args, '--format', 'json'], options, (_, stdout, stderr) => {
      if (!/^[[{]/.test(stdout)) return reject(new Error(stdout + stderr));
      return resolve(JSON.parse(stdout) as Answer);
    });
  });
}

interface Said {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
}

async function lint(tree: string): Promise<Found> {
  const args = ['--config', 'oxlint.config.mjs'];
  const { diagnostics } = await answerOf<{ readonly diagnostics: readonly Said[] }>(tree, 'oxlint/bin/oxlint', args);
  const found = new Map<string, string[]>();
  for (const one of diagnostics) found.set(one.filename, [...(found.get(one.filename) ?? []), ruleOf(one)]);
  return found;
}

/** `eslint(no-empty)` is the rule `no-empty`, `typescript(unbound-method)` is `typescript/unbound-method`. */
function ruleOf({ code, message }: Said): string {
  if (code === undefined) return message.startsWith('Unused') ? 'unused directive' : message;
  return code.replace(/^eslint\((.*)\)$/, '$1').replace(/^(.*)\((.*)\)$/, '$1/$2');
}

interface OfComponent {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string }[];
}

async function lintComponents(tree: string): Promise<Found> {
  const answers = await answerOf<readonly OfComponent[]>(tree, 'eslint/bin/eslint.js', ['web/**/*.svelte']);
  return new Map(
    answers.map(({ filePath, messages }) => [relative(tree, filePath), messages.map(({ ruleId }) => ruleId)]),
  );
}

describe('the rules of the linters', () => {
  let tree: string;
  let found: Found;

  beforeAll(async () => {
    tree = await realpath(await mkdtemp(join(tmpdir(), 'usher-lint-')));
    const files = [
      ...(await Promise.all(KEPT.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const))),
      ...[...PLANTED, ...PLANTED_COMPONENTS].map(([file, text]) => [file, text] as const),
    ];
    for (const [file, text] of files) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    }
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
    found = new Map([...(await lint(tree)), ...(await lintComponents(tree))]);
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(PLANTED)('in %s, %s breaks %s: %s', (file, _, rule, refused) => {
    expect((found.get(file) ?? []).includes(rule)).toBe(refused);
  });

  it.each(PLANTED_COMPONENTS)('in %s, %s breaks %s', (file, _, rule) => {
    expect(found.get(file)).toContain(rule);
  });

  it('each have an offence', async () => {
    const { default: config } = (await import(join(root, 'oxlint.config.mjs'))) as {
      readonly default: { readonly rules: Rules; readonly overrides: readonly { readonly rules?: Rules }[] };
    };
    const names = [config, ...config.overrides].flatMap(({ rules }) => Object.keys(rules ?? {}));
    const broken = new Set(PLANTED.map(([, , rule]) => rule));
    expect([...new Set(names)].filter((rule) => !broken.has(rule))).toEqual([]);
  });
});
