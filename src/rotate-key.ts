import { runRotation } from './app/rotation/rotate-command.js';

/** The keys that it makes are for the server's account alone. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);

/** `npm run rotate-key`, or `node dist/rotate-key.js` where there is no npm. Ends with code 0 when the key is changed. */
process.exitCode = await runRotation({
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
});
