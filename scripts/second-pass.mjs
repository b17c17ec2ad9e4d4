/**
 * npm run test:second-pass [-- PATH ... | --all]: tests once more on PostgreSQL, against servers that serve everything
 * under a path, as behind a reverse proxy that gives Usher a part of a host. Without an argument it runs what can come
 * out differently there: scripts/second-pass-list.mjs.
 *
 * The server is one of its own, started from Debian's package in a scratch folder; nothing of it is left behind. Where
 * that package is missing, the path alone is tried, and a line says so.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { postgresPrograms, withPrivatePostgres } from './private-postgres.mjs';
import { EVERYTHING, SECOND_PASS } from './second-pass-list.mjs';
import { reportFailure, root, setUp } from './set-up.mjs';

const given = process.argv.slice(2);
const paths = given.includes('--all') ? EVERYTHING : given.length > 0 ? given : SECOND_PASS.map(({ path }) => path);

const run = (env) =>
  runToEnd(process.execPath, [join(root, 'scripts', 'test.mjs'), ...paths], {
    cwd: root,
    env: { E2E_BASE_PATH: '/usher', ...process.env, ...env },
  });

try {
  await setUp();
  const hasPostgres = postgresPrograms() !== null;
  if (!hasPostgres) console.log('Not on PostgreSQL: 15 or newer is not in /usr/lib/postgresql (package postgresql).');
  process.exitCode = await (hasPostgres ? withPrivatePostgres((url) => run({ TEST_POSTGRES_URL: url })) : run({}));
} catch (error) {
  reportFailure(error);
}
