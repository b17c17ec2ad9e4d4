/**
 * npm run test:postgres [-- jest arguments]: runs the tests of the whole application, of the database, of the
 * allowances and of the schema on PostgreSQL instead of SQLite. The server is one of their own, started from Debian's
 * package in a scratch folder; nothing of it is left behind.
 */
import { join } from 'node:path';
import { runToEnd } from './child-process.mjs';
import { postgresPrograms, withPrivatePostgres } from './private-postgres.mjs';
import { reportFailure, root, SetUpFailure, setUp } from './set-up.mjs';

/** What is said of the database, and of everything that stands on it. */
const ON_BOTH = [
  'test/e2e',
  'test/architecture/schema',
  'src/core/database',
  'src/modules/requests/quotas',
  'src/modules/requests/ledger',
];

try {
  if (postgresPrograms() === null) {
    throw new SetUpFailure('PostgreSQL 15 or newer is not in /usr/lib/postgresql: apt-get install postgresql');
  }
  await setUp({ builds: ['server'] });
  const given = process.argv.slice(2);
  process.exitCode = await withPrivatePostgres((url) =>
    runToEnd(process.execPath, [join(root, 'scripts', 'test.mjs'), ...(given.length > 0 ? given : ON_BOTH)], {
      cwd: root,
      env: { ...process.env, TEST_POSTGRES_URL: url },
    }),
  );
} catch (error) {
  reportFailure(error);
}
