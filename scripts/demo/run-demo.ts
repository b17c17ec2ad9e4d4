import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TASK_VARIABLE, type ClientResult, type ClientTask } from './client-protocol.js';
import { DemoFailure, Interruption } from './demo-failure.js';
import { addressText, exploreText } from './explore.js';
import { Household } from './household.js';
import { endStateOf, faultsOf, PROOFS } from './proofs.js';
import { portOrAny, ServerProcess } from './server-process.js';

export interface DemoOptions {
  /** The checkout, with the server and the demo built. */
  readonly root: string;
  /** True to end after the main job. */
  readonly once: boolean;
}

const USUAL_PORT = 7676;
const DEADLINE_MS = 180_000;
/** The exit code that shells use for Ctrl+C. */
const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the demo to its end and leaves nothing behind. Resolves with the exit code: 0 when everything was proved. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const ending = new AbortController();
  SIGNALS.forEach((signal) =>
    // At a terminal npm passes on what has been received already; only the first one counts.
    process.on(signal, () => ending.abort(new Interruption(signal))),
  );
  const demo = new Demo(options, ending);
  try {
    const explanation = await demo.mainJob();
    if (options.once) return 0;
    console.log(explanation);
    return await demo.stayUp();
  } catch (error) {
    if (error instanceof Interruption) {
      console.log('\nEnding the server and removing its data.');
      return demo.isProved ? 0 : INTERRUPTED;
    }
    if (!(error instanceof DemoFailure)) throw error;
    console.error(`\nThe demo failed. ${error.message}`);
    return 1;
  } finally {
    await demo.close();
  }
}

/** The server, its surroundings and its client. */
class Demo {
  /** True once the main job was done, and the end state has shown it. */
  isProved = false;
  private readonly household = new Household();
  private readonly scratch = mkdtempSync(join(tmpdir(), 'usher-demo-'));
  private server: ServerProcess | undefined;

  constructor(
    private readonly options: DemoOptions,
    private readonly ending: AbortController,
  ) {
    // The last resort, where the process ends before `close` has.
    process.once('exit', () => {
      this.server?.kill();
      this.removeScratch();
    });
  }

  /**
   * Plays the story and proves it.
   *
   * @returns what a person can look at afterwards
   * @throws DemoFailure unless the end state shows that the main job was done, within three minutes
   */
  async mainJob(): Promise<string> {
    const deadline = setTimeout(
      () => this.ending.abort(new DemoFailure(`It was not done within ${DEADLINE_MS / 1000} seconds.`)),
      DEADLINE_MS,
    );
    try {
      const task = await this.openHouse();
      const addresses = addressText(this.household, task);
      console.log(`
Usher, with a simulated household. Nothing leaves this machine.

${addresses}

TMDB is not the only provider that is played: so are Trakt, MusicBrainz,
ListenBrainz, the Cover Art Archive and Hardcover.

A client, another process, plays the people. Each line shows what somebody
does, the status of the answer, and the call.`);
      const { answers, memberLink } = await runClient(task, this.ending.signal);
      const faults = faultsOf(endStateOf(this.household, answers));
      if (faults.length > 0) throw new DemoFailure(faults.join('\n'));
      this.isProved = true;
      const lines = PROOFS.map(({ by, says }) => `\n  ${`by ${by}`.padEnd(21)}${says}`);
      console.log(`\nProved${lines.join('')}`);
      return exploreText(addresses, task.serverUrl, memberLink);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Lets people look around until somebody asks for the end. */
  async stayUp(): Promise<never> {
    const { signal } = this.ending;
    return new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.household.close();
    this.removeScratch();
  }

  private async openHouse(): Promise<ClientTask> {
    await this.household.open();
    const setupCode = randomBytes(6).toString('hex');
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(this.options.once ? 0 : await portOrAny(USUAL_PORT)),
      DATA_DIR: this.scratch,
      SETUP_CODE: setupCode,
      ...this.household.settings,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    };
    this.server = new ServerProcess(this.options.root, settings, (reason) => this.ending.abort(reason));
    const serverUrl = await this.server.listening(this.ending.signal);
    return { ...this.household.surroundings(), serverUrl, setupCode };
  }

  private removeScratch(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}

/**
 * Runs the client in a process of its own, which writes to this terminal.
 *
 * @param over ends the client when it is aborted; its reason is thrown
 * @throws DemoFailure when the client ends without having played the story
 */
async function runClient(task: ClientTask, over: AbortSignal): Promise<ClientResult> {
  over.throwIfAborted();
  const child = spawn(process.execPath, [fileURLToPath(new URL('client.js', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [TASK_VARIABLE]: JSON.stringify(task) },
  });
  const kill = (): void => void child.kill('SIGKILL');
  over.addEventListener('abort', kill);
  let result: ClientResult | undefined;
  child.on('message', (message: ClientResult) => (result = message));
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'an unknown reason'));
    });
    over.throwIfAborted();
    if (code !== 0 || !result) throw new DemoFailure(`The client ended with ${code} before the story ended.`);
    return result;
  } finally {
    over.removeEventListener('abort', kill);
  }
}
