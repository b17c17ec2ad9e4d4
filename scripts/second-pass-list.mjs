/** What is tried on PostgreSQL under a path in `npm run test:all`: all that stands on the database or on HTTP. */
export const EVERYTHING = [
  'test/e2e',
  'test/architecture/schema',
  'src/core/database',
  'src/modules/requests/quotas',
  'src/modules/requests/ledger',
];

/** What is tried there in each `.ci/run`. */
export const SECOND_PASS = Object.fromEntries(EVERYTHING.map((path) => [path, '']));
