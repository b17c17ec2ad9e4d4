/**
 * Which tests can't run on this machine, and why? The runner passes over them, and `npm test` says so in a line each.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ALWAYS_KILLED, KILL_FOLDER } from './kill-list.mjs';
import { root } from './set-up.mjs';

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Whether files of this folder are asked for by their paths, or all there are. */
const asksFor = (folder) =>
  Boolean(process.env.FULL_COUNTS) || process.argv.some((argument) => argument.includes(folder));

const hasChromium = existsSync('/usr/bin/chromium');

const onPostgres = Boolean(process.env.TEST_POSTGRES_URL);

const NEEDS = [
  {
    pattern: 'test/contracts/!(schema-check|routes-ledger|described-keys).spec.ts',
    what: 'contract tests of outside systems',
    isThere: () => existsSync(join(root, '..', 'shared', 'upstream')),
    why: 'their interface descriptions are not in ../shared/upstream',
  },
  {
    pattern: 'test/contracts/routes-ledger.spec.ts',
    what: 'comparison with the ledger of routes',
    isThere: () => existsSync(join(root, '..', 'shared', 'spec', 'routes.tsv')),
    why: 'there is no ../shared/spec/routes.tsv',
  },
  {
    pattern: 'test/browser/**',
    what: 'browser tests',
    isThere: () => hasChromium && asksFor('test/browser'),
    why: hasChromium ? '`npm run test:browser` runs them' : 'Chromium is not installed',
  },
  {
    pattern: 'test/other-browsers/**',
    what: 'tests in Firefox and WebKit',
    isThere: () => asksFor('test/other-browsers'),
    why: '`npm run test:other-browsers` runs them where they are installed',
  },
  {
    pattern: 'test/setbox-helper/**',
    what: 'tests of the helper program for set-top boxes',
    isThere: () => isOnPath('python3'),
    why: 'python3 is not installed',
  },
  {
    pattern: `${KILL_FOLDER}/!(${ALWAYS_KILLED.join('|')}).spec.ts`,
    what: 'most tests that kill processes',
    isThere: () => asksFor(KILL_FOLDER),
    why: '`npm run test:kills` runs them',
  },
  {
    pattern: 'test/real/**',
    what: 'tests of real download clients',
    isThere: () => Boolean(process.env.REAL_CLIENTS),
    why: '`npm run test:real-clients` starts those that are installed',
  },
  {
    pattern: '**/postgres-!(fault).{spec,e2e-spec}.ts',
    what: 'tests of PostgreSQL alone',
    isThere: () => onPostgres,
    why: '`npm run test:second-pass` starts a server for them',
  },
  {
    pattern: '**/sqlite-*.{spec,e2e-spec}.ts',
    what: 'tests of SQLite’s files alone',
    isThere: () => !onPostgres,
    why: 'these run on PostgreSQL',
  },
];

/** The tests that have to be left out: a glob of their paths, what they are, and why. */
export function leftOut() {
  return NEEDS.filter(({ isThere }) => !isThere());
}
