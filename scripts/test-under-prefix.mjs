/**
 * npm run test:prefix [-- jest arguments]: the e2e tests once more, against servers that serve everything under a path,
 * as behind a reverse proxy that gives Usher a part of a host.
 */
process.env.E2E_BASE_PATH ??= '/usher';
if (process.argv.length === 2) process.argv.push('test/e2e');
await import('./test.mjs');
