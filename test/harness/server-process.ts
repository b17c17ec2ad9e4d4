import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { E2E_BASE_PATH } from './under-prefix.js';

const START = fileURLToPath(new URL('../../dist/start.js', import.meta.url));

/** The server as a process of its own, as `npm start` runs it once everything is built. */
export class ServerProcess {
  private printed = '';
  private complained = '';
  private readonly ended: Promise<number | NodeJS.Signals>;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.printed += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (this.complained += chunk.toString('utf8')));
    this.ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  }

  /** Starts it with these settings and no others, from one bundled file. */
  static start(settings: Readonly<Record<string, string>>): ServerProcess {
    const own = { HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production', BASE_PATH: E2E_BASE_PATH };
    const env = { PATH: process.env.PATH, ...own, ...settings };
    return new ServerProcess(spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** The number under which the operating system knows it. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Everything that went to the terminal, the log included. */
  get stdout(): string {
    return this.printed;
  }

  get stderr(): string {
    return this.complained;
  }

  /** Where it listens, as soon as it has said so. */
  async address(): Promise<string> {
    const [, url = ''] = await this.says(/listening on (http:\/\/\S+)/);
    return url;
  }

  /**
   * Resolves as soon as this is on the terminal.
   *
   * @throws Error when the process ends before
   */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const hasEnded = this.ended.then(() => true);
    for (;;) {
      const found = pattern.exec(this.printed);
      if (found) return found;
      const more = once(this.child.stdout ?? this.child, 'data').then(() => false);
      if (await Promise.race([more, hasEnded])) {
        const last = pattern.exec(this.printed);
        if (last) return last;
        throw new Error(`the server has ended without saying ${pattern}: ${this.complained}`);
      }
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** How it ended: the exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals> {
    return this.ended;
  }

  /** Ends it, however it is doing. For the end of a test. */
  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
