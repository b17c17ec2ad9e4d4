import { describe, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What may be between a file's name and its `.ts`: the kind of thing it holds, where the kind has a name. */
const KINDS = [
  'body',
  'client',
  'controller',
  'decorators',
  'entities',
  'entity',
  'errors',
  'events',
  'filter',
  'gateway',
  'guard',
  'interceptor',
  'job',
  'middleware',
  'module',
  'pipe',
  'ports',
  'public',
  'query',
  'repository',
  'sentences',
  'service',
  'strategy',
  'view',
];

const NAME = '[a-z0-9]+(-[a-z0-9]+)*';
const SOURCE = new RegExp(`^${NAME}(\\.(${KINDS.join('|')}))?(\\.property)?(\\.spec)?\\.ts$`);
/** What a page is made of, which browsers load as it is. */
const PAGE = new RegExp(`^${NAME}\\.(html|css|js)$`);
const TEST = new RegExp(`^${NAME}(\\.(spec|e2e-spec))?\\.(ts|mjs)$`);
const SCRIPT = new RegExp(`^${NAME}(\\.spec)?\\.(ts|mjs)$`);
const MIGRATION = new RegExp(`^(\\d{13}-${NAME}|all-migrations)(\\.spec)?\\.ts$`);
const FOLDER = new RegExp(`^${NAME}$`);

/** The kinds that are roles of an injectable class; its name ends with the role as its file's does. */
const ROLES = [
  'service',
  'repository',
  'job',
  'client',
  'guard',
  'interceptor',
  'pipe',
  'filter',
  'strategy',
  'gateway',
];

/** Words that names no longer use: the field has a plain one for each. */
const RETIRED_WORDS = [
  'announcer',
  'desk',
  'doors',
  'lane',
  'lanes',
  'news',
  'shelf',
  'shelved',
  'shelves',
  'stand',
  'standing',
  'told',
  'unsaid',
  'untellable',
  'untold',
  'wish',
  'wishes',
];

/** Words that say nothing: name the idea. */
const EMPTY_WORDS = ['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'manager', 'managers', 'base', 'index'];

/**
 * The domain's own use of such a word: a household's media is kept by library managers, and the documents call the program
 * that speaks to set-top boxes their helper.
 */
const DOMAIN_WORDS =
  /\b(movie|tv|book|music|library)-managers?\b|(?<=\/(appletv|setbox)\/.*)\bhelper\b|\bsetbox-helper\b/g;

function sourceGrammar(path: string): RegExp {
  if (path.startsWith('src/migrations/')) return MIGRATION;
  return /\.(html|css|js)$/.test(path) ? PAGE : SOURCE;
}

/** Says what is wrong with a path from the project's root; null when nothing is. */
function complaint(path: string): string | null {
  const parts = path.split('/');
  const file = parts.at(-1) ?? '';
  const grammar = { src: sourceGrammar(path), test: TEST, scripts: SCRIPT, bench: TEST }[parts[0] ?? ''];
  if (file !== 'README.md' && grammar && !grammar.test(file)) return `${path}: not <kebab-case>[.<kind>][.spec].ts`;
  const folder = parts.slice(1, -1).find((name) => !FOLDER.test(name));
  if (folder !== undefined) return `${path}: folder ${folder} is not kebab-case`;
  const words = path.replace(DOMAIN_WORDS, '').split(/[/.-]/);
  const empty = words.find((word) => EMPTY_WORDS.includes(word));
  if (empty !== undefined) return `${path}: "${empty}" says nothing`;
  const retired = /\.(ts|mjs)$/.test(file)
    ? file.split(/[.-]/).find((word) => RETIRED_WORDS.includes(word))
    : undefined;
  return retired === undefined ? null : `${path}: "${retired}" is retired`;
}

function filesUnder(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
}

const source = filesUnder('src');
/** Fixtures and recorded examples keep the names they came with. */
const named = [...source, ...filesUnder('test'), ...filesUnder('scripts'), ...filesUnder('bench')].filter(
  (file) => !file.startsWith('test/fixtures/') && !file.includes('/examples/'),
);
const modules = [
  ...new Set(source.map((file) => /^src\/modules\/([^/]+)\//.exec(file)?.[1]).filter((name) => name !== undefined)),
];

/** Modules that nobody imports: they only serve, so they have no public API. */
const WITHOUT_PUBLIC_API = ['mcp', 'realtime', 'client-config', 'administration'];

describe('names of files and folders', () => {
  it('are kebab-case, end in their kind and name an idea', () => {
    expect(named.map(complaint).filter((text) => text !== null)).toEqual([]);
  });

  it.each([
    'src/modules/requests/intake/resolve-destination.ts',
    'src/modules/requests/requests.public.ts',
    'src/modules/instances/registry/movie-manager-probe.spec.ts',
    'src/modules/instances/movie-managers.service.ts',
    'src/clients/appletv/appletv-helper.ts',
    'src/modules/setbox/helper/helper-support.service.ts',
    'src/modules/requests/http/create-request.body.ts',
    'src/core/cache/ttl-cache.property.spec.ts',
    'src/modules/users/README.md',
    'src/migrations/1763640000000-create-settings.ts',
    'test/e2e/auth/refresh-rotation.e2e-spec.ts',
    'test/setbox-helper/program.spec.ts',
    'scripts/set-up.mjs',
  ])('may be %s', (path) => {
    expect(complaint(path)).toBeNull();
  });

  it.each([
    'src/modules/requests/requestHelper.ts',
    'src/modules/requests/request-helper.ts',
    'src/modules/requests/Requests.ts',
    'src/modules/requests/request_status.ts',
    'src/modules/requests/status.thing.ts',
    'src/modules/requests/index.ts',
    'src/core/common/clock.ts',
    'src/core/cache/cache-manager.ts',
    'src/core/cache/base-cache.ts',
    'src/core/Cache/ttl-cache.ts',
    'src/migrations/create-settings.ts',
    'test/harness/test-utils.ts',
    'test/e2e/auth/login.e2e.ts',
    'src/modules/compat/key/key-desk.ts',
    'test/harness/list-stand.ts',
  ])('may not be %s', (path) => {
    expect(complaint(path)).not.toBeNull();
  });
});

/** The names of the injectable classes that a text declares. */
const injectablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^@Injectable\(\)\s+export (?:abstract )?class (\w+)/gm)].map(([, name = '']) => name);

/** Says which injectable classes of a file lack a role, or have another one than the file. */
function withoutRole(path: string, text: string): readonly string[] {
  const role = new RegExp(`\\.(${ROLES.join('|')})\\.ts$`).exec(path)?.[1];
  return injectablesIn(text)
    .filter((name) => role === undefined || !name.toLowerCase().endsWith(role))
    .map((name) => `${path}: ${name}`);
}

describe('injectable classes', () => {
  const mechanism = (file: string): boolean => file.startsWith('src/core/');

  it('carry their role in the name of the file and of the class', () => {
    const offences = source
      .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts') && !mechanism(file))
      .flatMap((file) => withoutRole(file, readFileSync(join(root, file), 'utf8')));
    expect(offences).toEqual([]);
  });

  it.each([
    ['src/modules/users/accounts.ts', 'Accounts'],
    ['src/modules/users/accounts.ts', 'AccountsRepository'],
    ['src/modules/users/accounts.repository.ts', 'AccountsService'],
  ])('are refused in %s as %s', (path, name) => {
    expect(withoutRole(path, `@Injectable()\nexport class ${name} {}`)).toEqual([`${path}: ${name}`]);
  });

  it('are let through where both say the same', () => {
    const text = '@Injectable()\nexport class AccountsRepository {}';
    expect(withoutRole('src/modules/users/accounts.repository.ts', text)).toEqual([]);
  });
});

describe('sources', () => {
  it('are at most 300 lines long', () => {
    const long = source
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });
});

describe('modules', () => {
  it('exist', () => {
    expect(modules).toContain('settings');
  });

  it.each(modules)('%s: say what they are for in a README', (module) => {
    expect(existsSync(join(root, `src/modules/${module}/README.md`))).toBe(true);
  });

  it.each(modules)('%s: are wired in <module>.module.ts', (module) => {
    expect(existsSync(join(root, `src/modules/${module}/${module}.module.ts`))).toBe(true);
  });

  it.each(modules.filter((module) => !WITHOUT_PUBLIC_API.includes(module)))('%s: have a public API', (module) => {
    expect(existsSync(join(root, `src/modules/${module}/${module}.public.ts`))).toBe(true);
  });
});
