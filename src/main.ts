import { readFileSync } from 'node:fs';
import { createApp } from './app/create-app.js';
import { announce } from './app/start/announce.js';
import { startFailure } from './app/start/start-failure.js';
import { stopOnSignals } from './app/start/stop-on-signals.js';
import { readSettings } from './core/config/settings.js';
import { createLog } from './core/logging/log.js';
import { SystemClock } from './core/time/clock.js';
import { SystemRandom } from './core/time/random.js';

async function main(): Promise<void> {
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

main().catch((fault: unknown) => {
  process.stderr.write(`${startFailure(fault)}\n`);
  process.exitCode = 1;
});
