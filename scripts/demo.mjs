/**
 * npm run demo [-- --once]: the server with a simulated household, and a client that looks around and
 * walks a film, a season, an audiobook and an album through it.
 * With --once it ends after that, with exit code 0 only when every step was proved; else the server stays up.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

const args = process.argv.slice(2);

if (args.some((arg) => arg !== '--once')) {
  console.error('usage: npm run demo [-- --once]');
  process.exitCode = 2;
} else {
  try {
    await setUp({ builds: ['server', 'web', 'demo'] });
    const built = join(root, 'dist-demo', 'scripts', 'demo', 'run-demo.js');
    const { runDemo } = await import(pathToFileURL(built).href);
    process.exitCode = await runDemo({ root, once: args.includes('--once') });
  } catch (error) {
    reportFailure(error);
  }
}
