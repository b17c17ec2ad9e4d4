import { runRestore } from './app/backups/restore-command.js';

/** What it puts in place is for the server's account alone. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);

/** `npm run restore -- FILE`, or `node dist/restore.js FILE` where there is no npm. Ends with code 0 when it is done. */
process.exitCode = await runRestore({
  args: process.argv.slice(2),
  env: process.env,
  // npm changes into the project's folder, and remembers where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  say: (line) => process.stdout.write(`${line}\n`),
});
