import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DemoFailure } from './demo-failure.js';

/** What the server announces once it listens. */
const ANNOUNCEMENT = / is listening on (http:\/\/\S+)/;

/** What any program needs of the environment. Settings of a real server must not reach the one of the demo. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

const LINES_KEPT = 30;
const STOP_WITHIN_MS = 10_000;

/** What leads its pictures to the simulated hosts of them. */
const PICTURE_NETWORK = new URL('picture-network.js', import.meta.url).href;

/** The real server, in a process of its own. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private output = '';
  private isStopping = false;

  /**
   * @param root the checkout, with the built server in it
   * @param settings the server's environment
   * @param onEnd called with a sentence when the server ends and nobody asked it to
   */
  constructor(root: string, settings: Readonly<Record<string, string>>, onEnd: (reason: DemoFailure) => void) {
    const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    this.child = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', PICTURE_NETWORK, join(root, 'dist', 'main.js')],
      {
        cwd: settings.DATA_DIR,
        env: { ...passedOn, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.keep(text));
    }
    this.child.once('error', (error) => onEnd(new DemoFailure(`The server did not start: ${error.message}`)));
    this.child.once('close', (code, signal) => {
      if (!this.isStopping) onEnd(new DemoFailure(`The server ended with ${code ?? signal}. ${this.lastWords()}`));
    });
  }

  /** The server's address, once it says that it listens. Without a slash at its end. */
  async listening(over: AbortSignal): Promise<string> {
    const { stdout } = this.child;
    for (;;) {
      over.throwIfAborted();
      const [, url] = ANNOUNCEMENT.exec(this.output) ?? [];
      if (url !== undefined) return url;
      if (stdout) await once(stdout, 'data', { signal: over }).catch(() => over.throwIfAborted());
    }
  }

  /** The last lines that the server has written. */
  lastWords(): string {
    return this.output.trim() === '' ? 'It said nothing.' : `Its last lines:\n${this.output.trimEnd()}`;
  }

  /** Ends the server in order; by force when that takes more than ten seconds. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const force = setTimeout(() => this.kill(), STOP_WITHIN_MS);
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
  }

  /** Ends the server at once. */
  kill(): void {
    this.isStopping = true;
    this.child.kill('SIGKILL');
  }

  private keep(text: string): void {
    this.output = (this.output + text).split('\n').slice(-LINES_KEPT).join('\n');
  }
}

/** The wanted port when nobody listens on it, else 0: any that is free. */
export async function portOrAny(wanted: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
}
