import { readFileSync } from 'node:fs';
import { createApp } from './app/create-app.js';
import { startFailure } from './app/start/start-failure.js';
import { stopOnSignals } from './app/start/stop-on-signals.js';
import { readSettings, type Settings } from './core/config/settings.js';
import { KeptLog } from './core/logging/kept-log.js';
import { createLog } from './core/logging/log.js';
import { SystemClock } from './core/time/clock.js';
import { SystemRandom } from './core/time/random.js';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FirstRunService } from './modules/auth/auth.public.js';

/** What the server writes is for its own account: the folder may have been made for others too. */
const OWNER_ONLY = 0o077;

async function main(): Promise<void> {
  process.umask(OWNER_ONLY);
  const settings = readSettings(process.env, {
    readFile: (path) => readFileSync(path, 'utf8'),
    isTerminal: process.stdout.isTTY,
  });
  const keptLog = new KeptLog();
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, kept: keptLog });
  const clock = new SystemClock();
  const app = await createApp({ settings, log, keptLog, clock, random: new SystemRandom() });
  stopOnSignals(app, log, clock);
  try {
    await app.listen(settings.port, settings.host);
    await announce(app, settings);
  } catch (fault) {
    await app.close();
    throw fault;
  }
}

/**
 * Tells the person who started the server where it is and, until there is an administrator, the setup code. It goes to
 * the terminal and not to the log: logs are kept and shipped, and the code is a secret.
 */
async function announce(app: NestExpressApplication, settings: Settings): Promise<void> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`${settings.serverName} is listening on ${origin}${settings.basePath}`];
  const code = await app.get(FirstRunService).currentCode();
  if (code) lines.push(`Setup code: ${code.reveal()} (needed once, to make the first administrator)`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Resolves once the server listens, with true; or with false once it has reported why it can't. */
export const started: Promise<boolean> = main().then(
  () => true,
  (fault: unknown) => {
    process.stderr.write(`${startFailure(fault)}\n`);
    process.exitCode = 1;
    return false;
  },
);
