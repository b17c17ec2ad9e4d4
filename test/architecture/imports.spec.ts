import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const rulesFile = join(root, '.dependency-cruiser.cjs');

interface Rules {
  readonly forbidden: readonly { readonly name: string }[];
}

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** Runs the rules over a tree, in a process of its own: the cruiser loads the compiler. */
function violations(tree: string): Promise<readonly Violation[]> {
  const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const args = [cruiser, '--config', rulesFile, '--output-type', 'json', 'src', 'test', 'scripts', 'bench'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => {
      if (stdout === '') return reject(new Error(stderr));
      return resolve((JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations);
    });
  });
}

/** One offence per rule: the file that offends, the rule that must see it, and what the file says. */
const OFFENCES: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['layer-core', 'src/core/cache/knows-app.ts', "import '../../app/app.module.js';"],
  ['layer-core', 'src/core/cache/knows-client.ts', "import '../../clients/http/http-transport.js';"],
  ['layer-clients', 'src/clients/tmdb/knows-module.ts', "import '../../modules/settings/settings.public.js';"],
  ['layer-modules', 'src/modules/users/knows-app.ts', "import '../../app/app.module.js';"],
  ['tier-0', 'src/modules/settings/up.ts', "import '../users/users.public.js';"],
  ['tier-1', 'src/modules/users/sideways.ts', "import '../metadata/metadata.public.js';"],
  ['tier-2', 'src/modules/instances/up.ts', "import '../library/library.public.js';"],
  ['tier-3', 'src/modules/library/up.ts', "import '../requests/requests.public.js';"],
  ['tier-4', 'src/modules/discovery/up.ts', "import type { Anything } from '../requests/requests.public.js';"],
  ['tier-5', 'src/modules/requests/sideways.ts', "import '../auth/auth.public.js';"],
  ['tier-6', 'src/modules/downloads/sideways.ts', "import '../compat/compat.public.js';"],
  ['tier-7', 'src/modules/remediation/up.ts', "import '../mcp/mcp.public.js';"],
  ['tier-8', 'src/modules/mcp/sideways.ts', "import '../realtime/realtime.public.js';"],
  ['module-without-tier', 'src/modules/gardening/up.ts', "import '../users/users.public.js';"],
  ['public-api-only', 'src/modules/requests/view.ts', "import '../users/accounts.js';"],
  ['no-own-public-api', 'src/modules/users/accounts.ts', "import './users.public.js';"],
  ['rows-stay-inside', 'src/modules/metadata/metadata.public.ts', "import './film.entity.js';"],
  ['app-at-the-top-of-modules', 'src/app/app.module.ts', "import '../modules/instances/http/route.js';"],
  ['migrations-stand-alone', 'src/migrations/1-create.ts', "import '../modules/users/users.public.js';"],
  ['clients-without-nest', 'src/clients/tmdb/nest.ts', "import '@nestjs/common';"],
  ['clients-without-state', 'src/clients/tmdb/cached.ts', "import '../../core/cache/ttl-cache.js';"],
  ['clients-apart', 'src/clients/tmdb/neighbour.ts', "import '../radarr/radarr.client.js';"],
  ['processes-in-one-place', 'src/modules/users/own-process.ts', "import 'node:child_process';"],
  ['repositories-without-clients', 'src/modules/users/a.repository.ts', "import '../../clients/tmdb/nest.js';"],
  ['axios-in-one-place', 'src/clients/tmdb/own-http.ts', "import 'axios';"],
  ['sqlite-in-one-place', 'src/modules/users/own-database.ts', "import 'sqlite3';"],
  ['prom-client-in-one-place', 'src/core/jobs/own-figures.ts', "import 'prom-client';"],
  ['postgres-in-one-place', 'src/modules/users/own-server.ts', "import 'pg';"],
  ['product-without-tests', 'src/modules/users/tested.ts', "import '../../../test/harness/clock.js';"],
  ['product-without-specs', 'test/harness/clock.ts', "import '../../src/core/cache/ttl-cache.spec.js';"],
  ['product-without-dev-packages', 'src/modules/users/formatted.ts', "import 'fast-check';"],
  ['scripts-without-sources', 'scripts/demo/run.ts', "import '../../src/app/app.module.js';"],
  ['scripts-without-sources', 'bench/rows/inside.ts', "import '../../src/app/app.module.js';"],
  ['fakes-stand-alone', 'test/fakes/radarr/server.ts', "import '../../../src/clients/radarr/radarr.client.js';"],
  ['no-circles', 'src/modules/instances/http/route.ts', "import { b } from './view.js'; export const a = b;"],
  ['no-orphans', 'src/core/time/alone.ts', 'export const alone = 1;'],
  ['no-unresolvable', 'src/core/time/nowhere.ts', "import './not-there.js';"],
];

/** What the offenders point at; harmless itself. */
const BYSTANDERS: Readonly<Record<string, string>> = {
  'src/clients/http/http-transport.ts': "import 'axios';",
  'src/clients/appletv/helper-process.ts': "import 'node:child_process';",
  'src/clients/radarr/radarr.client.ts': "import '../http/http-transport.js'; import '../servarr/servarr.client.js';",
  'src/clients/servarr/servarr.client.ts': "import '../http/http-transport.js';",
  'src/core/cache/ttl-cache.ts': 'export const cache = 1;',
  'src/core/cache/ttl-cache.spec.ts': "import './ttl-cache.js';",
  'src/core/database/sqlite-database.ts': "import 'sqlite3';",
  'src/core/database/postgres-database.ts': "import 'pg';",
  'src/modules/metadata/film.entity.ts': 'export const film = 1;',
  'src/modules/instances/http/view.ts': "import { a } from './route.js'; export const b = a;",
  'src/modules/library/through-the-public-api.ts': "import '../instances/instances.public.js';",
  'src/modules/library/type-circle-1.ts': "import type { Two } from './type-circle-2.js'; export type One = Two[];",
  'src/modules/library/type-circle-2.ts': "import type { One } from './type-circle-1.js'; export type Two = One | 1;",
  ...Object.fromEntries(
    ['settings', 'users', 'instances', 'library', 'requests', 'auth', 'compat', 'mcp', 'realtime'].map((module) => [
      `src/modules/${module}/${module}.public.ts`,
      'export type Anything = 1; export {};',
    ]),
  ),
};

describe('imports of a tree full of offences', () => {
  let tree: string;
  let found: readonly string[];

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'usher-imports-'));
    const files = [...Object.entries(BYSTANDERS), ...OFFENCES.map(([, file, text]) => [file, text] as const)];
    for (const [file, text] of files) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), text);
    }
    await writeFile(join(tree, 'package.json'), await readFile(join(root, 'package.json')));
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
    found = (await violations(tree)).map(({ rule, from }) => `${rule.name} ${from}`);
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(OFFENCES)('break %s in %s', (rule, file) => {
    expect(found).toContain(`${rule} ${file}`);
  });

  it.each(Object.keys(BYSTANDERS).filter((file) => !file.includes('view')))('leave %s alone', (file) => {
    expect(found.filter((offence) => offence.endsWith(` ${file}`))).toEqual([]);
  });

  it('break every rule that there is', () => {
    const rules = createRequire(import.meta.url)(rulesFile) as Rules;
    expect(new Set(OFFENCES.map(([rule]) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)));
  });
});
