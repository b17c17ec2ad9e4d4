import { runReset } from './app/reset/reset-command.js';

/** The database may make files beside its own while the server is stopped: they are for the server's account alone. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);

/**
 * `npm run reset-password -- NAME [ADDRESS]`, or `node dist/reset-password.js NAME [ADDRESS]` where there is no npm. Ends with
 * code 0 when it has printed a link.
 */
process.exitCode = await runReset({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
});
