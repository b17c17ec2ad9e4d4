import { readFileSync } from 'node:fs';
import { createApp } from './app/create-app.js';
import { announce } from './app/start/announce.js';
import { startFailure } from './app/start/start-failure.js';
import { stopOnSignals } from './app/start/stop-on-signals.js';
import { readSettings } from './core/config/settings.js';
import { createLog } from './core/logging/log.js';
import { SystemClock } from './core/time/clock.js';
import { SystemRandom } from './core/time/random.js';

/** What the server writes is for its own account: the folder may have been made for others too. */
const OWNER_ONLY = 0o077;

async function main(): Promise<void> {
  process.umask(OWNER_ONLY);
  const settings = readSettings(process.env, {
    readFile: (path) => readFileSync(path, 'utf8'),
    isTerminal: process.stdout.isTTY,
  });
  const log = createLog({ level: settings.logLevel, format: settings.logFormat });
  const clock = new SystemClock();
  const app = await createApp({ settings, log, clock, random: new SystemRandom() });
  stopOnSignals(app, log, clock);
  try {
    await app.listen(settings.port, settings.host);
    await announce(app, settings);
  } catch (fault) {
    await app.close();
    throw fault;
  }
}

/** Resolves once the server listens, with true; or with false once it has told why it can't. */
export const started: Promise<boolean> = main().then(
  () => true,
  (fault: unknown) => {
    process.stderr.write(`${startFailure(fault)}\n`);
    process.exitCode = 1;
    return false;
  },
);
