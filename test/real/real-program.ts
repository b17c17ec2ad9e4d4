import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a program may take until it listens. */
const START_MS = 30_000;

/** Programs of other people that run in one scratch folder, and end with it. */
export class RealPrograms {
  readonly folder = mkdtempSync(join(tmpdir(), 'usher-real-'));
  private readonly running: ChildProcess[] = [];
  private printed = '';

  /** Starts a program in the folder, whose home is the folder too. */
  start(program: string, args: readonly string[]): void {
    const env = { PATH: process.env.PATH, HOME: this.folder, LANG: 'C.UTF-8', TERM: 'xterm' };
    const child = spawn(program, args, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const keep = (chunk: Buffer) => (this.printed = (this.printed + chunk.toString('utf8')).slice(-4_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.running.push(child);
  }

  /**
   * Resolves once somebody listens on the port.
   *
   * @throws Error with what the programs have printed when nobody does in time
   */
  async listens(port: number): Promise<void> {
    await until(
      () => isListening(port),
      `nobody listens on ${port}: `,
      () => this.printed,
    );
  }

  /** Ends all of them and removes the folder. */
  async stop(): Promise<void> {
    for (const child of this.running) {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'close');
        process.kill(-(child.pid ?? 0), 'SIGKILL');
        await ended;
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Asks again and again until it is so: what other people's programs do takes real time.
 *
 * @throws Error when it isn't so within half a minute
 */
export async function until(isSo: () => Promise<boolean>, what: string, more = () => ''): Promise<void> {
  for (let waited = 0; waited < START_MS; waited += 100) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error(what + more());
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });
