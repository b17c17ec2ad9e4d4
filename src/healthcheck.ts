import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { readSettings } from './core/config/settings.js';

/** A server that takes longer than this to say that it is ready is not. */
const PATIENCE_MS = 5_000;

/**
 * Ends with code 0 where the server of this container says that it can do its work, else with 1 and the reason, which the
 * engine keeps. It reads the same settings as the server, so that PORT, HOST and BASE_PATH mean the same to both.
 */
function check(): void {
  const { host, port, basePath } = readSettings(process.env, {
    readFile: (path) => readFileSync(path, 'utf8'),
    isTerminal: false,
  });
  const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const path = `${basePath}/readyz`;

  const asked = get({ hostname, port, path, timeout: PATIENCE_MS }, (answer) => {
    answer.resume();
    if (answer.statusCode !== 200) notReady(`${path} is answered with ${answer.statusCode}`);
  });
  asked.on('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)));
  asked.on('error', (fault) => notReady(fault.message));
}

function notReady(reason: string): void {
  process.stderr.write(`not ready: ${reason}\n`);
  process.exitCode = 1;
}

try {
  check();
} catch (fault) {
  notReady(fault instanceof Error ? fault.message : String(fault));
}
