import { fork, type ChildProcess } from 'node:child_process';
import { bundled, type BundledProgram } from '../harness/bundled-programs.js';
import { counts } from '../harness/full-counts.js';

/** Nothing that a test lets a process do takes longer. After hundreds of kills a last worker has hundreds of deliveries left. */
const LONGEST_LIFE_MS = counts({ always: 300_000, full: 900_000 });

/** What a process says to its test. */
export interface Message {
  readonly is: string;
  readonly url?: string;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One of the scripts beside this file, running in a process of its own, for a test to kill. */
export class SpawnedProcess {
  /** Resolves when the process is gone, however it went. */
  readonly ended: Promise<Ending>;
  private readonly heard = new Map<string, Message>();
  private readonly waiting = new Map<string, (message: Message) => void>();
  private output = '';
  private complaints = '';
  private overdue = false;

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {
    child.on('message', (message) => this.hear(message as Message));
    child.stdout?.on('data', (chunk) => (this.output += String(chunk)));
    child.stderr?.on('data', (chunk) => (this.complaints += String(chunk)));
    const watchdog = setTimeout(() => {
      this.overdue = true;
      child.kill('SIGKILL');
    }, LONGEST_LIFE_MS);
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        clearTimeout(watchdog);
        resolve({ code, signal });
      });
    });
  }

  /**
   * Starts a script. It begins its work on the first order that it is sent.
   *
   * @param script its name without the suffix
   * @param env its whole environment
   */
  static spawn(script: BundledProgram, env: Readonly<Record<string, string>>): SpawnedProcess {
    const [file, ...args] = bundled(script);
    const options = {
      env: { ...env },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as ['ignore', 'pipe', 'pipe', 'ipc'],
    };
    return new SpawnedProcess(script, fork(file, args, options));
  }

  /** Everything that it has written, line by line; all of it once it has ended. */
  get lines(): readonly string[] {
    return this.output.split('\n').filter((line) => line !== '');
  }

  send(order: object): void {
    // A process that has just been killed no longer hears; its end is seen by anyone who waits for it.
    this.child.send(order, () => undefined);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.child.kill(signal);
  }

  /**
   * Resolves when the process says this, or has said it before.
   *
   * @throws Error when it ends first
   */
  async says(is: string): Promise<Message> {
    const known = this.heard.get(is);
    if (known) return known;
    const spoken = new Promise<Message>((resolve) => this.waiting.set(is, resolve));
    const message = await Promise.race([spoken, this.ended]);
    if ('is' in message) return message;
    throw this.unexpected(`ended with ${message.signal ?? message.code} before it said ${is}`);
  }

  /**
   * Resolves when the process has written this line.
   *
   * @throws Error when it ends first
   */
  writes(line: string): Promise<void> {
    return this.sees(() => this.lines.includes(line), `it wrote ${line}`);
  }

  /**
   * Resolves when the process has written so many lines.
   *
   * @throws Error when it ends first
   */
  writesLines(count: number): Promise<void> {
    return this.sees(() => this.lines.length >= count, `it wrote ${count} lines`);
  }

  /**
   * Resolves when the process has ended by itself, its work done.
   *
   * @throws Error with what it wrote, when it ended in any other way
   */
  async succeeds(): Promise<void> {
    const { code, signal } = await this.ended;
    if (code !== 0) throw this.unexpected(`ended with ${signal ?? code}`);
  }

  /**
   * Resolves when the process has been killed: by its test or, at a step that was named, by itself.
   *
   * @throws Error with what it wrote, when it ended in any other way or did not end in time
   */
  async dies(): Promise<void> {
    const { code, signal } = await this.ended;
    if (signal !== 'SIGKILL' || this.overdue)
      throw this.unexpected(`was to be killed and ended with ${signal ?? code}`);
  }

  private async sees(isSeen: () => boolean, what: string): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      const look = (): void => {
        if (isSeen()) resolve();
      };
      this.child.stdout?.on('data', look);
      look();
    });
    const ending = await Promise.race([seen, this.ended]);
    if (ending) throw this.unexpected(`ended with ${ending.signal ?? ending.code} before ${what}`);
  }

  private hear(message: Message): void {
    this.heard.set(message.is, message);
    this.waiting.get(message.is)?.(message);
  }

  private unexpected(what: string): Error {
    const late = this.overdue ? `; it took more than ${LONGEST_LIFE_MS} ms` : '';
    return new Error(`${this.name} ${what}${late}\n${this.lines.slice(-5).join('\n')}\n${this.complaints}`);
  }
}
