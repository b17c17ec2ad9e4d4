import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { readSettings } from './core/config/settings.js';

/** A server that takes longer than this to say that it is ready is not. */
const PATIENCE_MS = 5_000;

/**
 * Ends with code 0 where the server of this container says that it can do its work. It reads the same settings as the
 * server, so that PORT, HOST and BASE_PATH mean the same to both.
 */
const { host, port, basePath } = readSettings(process.env, {
  readFile: (path) => readFileSync(path, 'utf8'),
  isTerminal: false,
});
const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;

const asked = get({ hostname, port, path: `${basePath}/readyz`, timeout: PATIENCE_MS }, (answer) => {
  answer.resume();
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
});
asked.on('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)));
asked.on('error', (fault) => {
  process.stderr.write(`not ready: ${fault.message}\n`);
  process.exitCode = 1;
});
