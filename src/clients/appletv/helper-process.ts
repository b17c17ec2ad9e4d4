import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Clock, TimerHandle } from '../../core/time/clock.js';
import { Deadline } from '../http/deadline.js';
import { HelperError, type HelperFault } from './helper-error.js';

const NEWLINE = 0x0a;

/** Cuts what a helper writes into lines, up to a number of bytes in all. */
export class AnswerLines {
  private begun: Buffer[] = [];
  private taken = 0;

  constructor(private readonly most: number) {}

  /** The lines that these bytes complete, without their ends; null when more bytes have come than may. */
  take(bytes: Buffer): readonly Buffer[] | null {
    if (!this.count(bytes)) return null;
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...this.begun, bytes.subarray(from, end)]));
      this.begun = [];
      from = end + 1;
    }
    if (from < bytes.length) this.begun.push(Buffer.from(bytes.subarray(from)));
    return lines;
  }

  /** Counts bytes that are no answers. False when more have come than may. */
  count(bytes: Buffer): boolean {
    this.taken += bytes.length;
    return this.taken <= this.most;
  }

  get isCut(): boolean {
    return this.begun.length > 0;
  }
}

/** How long an answer is waited for, and the turning on of a sleeping box with it. */
const ANSWER_MS = 40_000;

/** How long a process may take to end by itself, and then by SIGTERM. */
const GRACE_MS = 2_000;

/** All that a helper may write, on both of its streams. */
const MOST_BYTES = 64 * 1024;

interface HelperProgram {
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

interface Waiting {
  readonly resolve: (line: Buffer) => void;
  readonly reject: (fault: HelperError) => void;
}

/** Asked one request at a time. The first fault is its failure for good: its process group is ended, and every later call throws that. */
export class HelperProcess {
  /** Resolves when the process has ended and nothing more is read of it. */
  readonly gone: Promise<void>;
  private readonly output = new AnswerLines(MOST_BYTES);
  private readonly child: ChildProcess | null;
  private waiting: Waiting | undefined;
  private failure: HelperError | undefined;
  private nextStep: TimerHandle | undefined;
  private isFinishing = false;
  private hasExited = false;
  private isGone = false;
  private reportGone: () => void = () => undefined;

  constructor(private readonly program: HelperProgram) {
    this.gone = new Promise((resolve) => (this.reportGone = resolve));
    this.child = this.start();
  }

  /** Writes a request and waits for the line that answers it, 40 s at most. @throws HelperError; the process then ends */
  async ask(request: object, signal?: AbortSignal): Promise<Buffer> {
    this.requireSound();
    if (this.isGone) this.fail('ended');
    this.requireSound();
    const deadline = new Deadline(this.program.clock, ANSWER_MS, signal);
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        this.waiting = { resolve, reject };
        const giveUp = (): void => this.fail(deadline.passed ? 'timeout' : 'aborted');
        deadline.signal.addEventListener('abort', giveUp, { once: true });
        this.child?.stdin?.write(`${JSON.stringify(request)}\n`);
      });
    } finally {
      deadline.end();
    }
  }

  /** @throws HelperError with what has gone wrong so far, answered or not */
  requireSound(): void {
    if (this.failure) throw this.failure;
  }

  /** Waits for the end of a process that has given its last answer, and enforces it. @throws HelperError when anything went wrong */
  async finish(): Promise<void> {
    this.isFinishing = true;
    if (!this.failure && !this.isGone) {
      this.child?.stdin?.end();
      this.schedule(() => this.kill());
    }
    await this.gone;
    this.requireSound();
  }

  /** Ends the process. Who waits for an answer, or asks later, gets this fault; an answer that has come stays good. */
  stop(fault: HelperFault): void {
    if (this.isFinishing && !this.waiting) this.terminate();
    else this.fail(fault);
  }

  private start(): ChildProcess | null {
    const { command, environment } = this.program;
    if (!isThere(command, environment.PATH)) {
      this.notStarted(null);
      return null;
    }
    try {
      const child = spawn(command, [], { env: environment, detached: true, shell: false });
      child.on('error', () => this.notStarted(child));
      child.on('exit', () => this.onExit());
      child.on('close', () => this.end());
      // A broken pipe says nothing more: the process has ended, or its answer decides.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
      child.stdout?.on('data', (bytes: Buffer) => this.read(bytes));
      child.stderr?.on('data', (bytes: Buffer) => this.output.count(bytes) || this.fail('malformed'));
      return child;
    } catch {
      this.notStarted(null);
      return null;
    }
  }

  private notStarted(child: ChildProcess | null): void {
    if (child?.pid !== undefined) return;
    this.hasExited = true;
    this.settle(new HelperError('missing', true));
    this.end();
  }

  private read(bytes: Buffer): void {
    if (this.failure) return;
    const lines = this.output.take(bytes);
    if (!lines) this.fail('malformed');
    for (const line of lines ?? []) {
      const { waiting } = this;
      this.waiting = undefined;
      if (waiting) waiting.resolve(line);
      else this.fail('malformed');
    }
  }

  private fail(fault: HelperFault): void {
    if (this.failure) return;
    this.settle(new HelperError(fault, false));
    this.terminate();
  }

  private settle(failure: HelperError): void {
    this.failure ??= failure;
    this.waiting?.reject(this.failure);
    this.waiting = undefined;
  }

  private terminate(): void {
    if (this.isGone) return;
    this.dropStreams();
    this.signalGroup('SIGTERM');
    this.schedule(() => this.kill());
  }

  private kill(): void {
    this.signalGroup('SIGKILL');
    // A process that the system can't end now, or a pipe that one outside the group holds, is waited for no longer.
    this.schedule(() => this.end());
  }

  /** The process is gone; what it has started in its group goes with it. What it wrote may still be on its way. */
  private onExit(): void {
    this.signalGroup('SIGKILL');
    this.hasExited = true;
    this.schedule(() => this.end());
  }

  private end(): void {
    if (this.isGone) return;
    this.isGone = true;
    if (this.output.isCut) this.fail('malformed');
    if (this.waiting) this.fail('ended');
    this.nextStep?.cancel();
    this.dropStreams();
    this.child?.unref();
    this.reportGone();
  }

  /** Once the process has been waited for, its number may be another's. */
  private signalGroup(signal: NodeJS.Signals): void {
    const pid = this.child?.pid;
    if (pid !== undefined && !this.hasExited) signalGroup(pid, signal);
  }

  private dropStreams(): void {
    for (const stream of [this.child?.stdin, this.child?.stdout, this.child?.stderr]) stream?.destroy();
  }

  private schedule(step: () => void): void {
    this.nextStep?.cancel();
    this.nextStep = this.program.clock.setTimer(GRACE_MS, step);
  }
}

/** False when nobody is left in the group, or it runs as another user: then the end of stdin has to do. */
function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

/** Most households lack it, and starting a process copies the server's memory tables: nobody is answered for a tenth of a second. */
function isThere(command: string, pathVariable: string | undefined): boolean {
  if (pathVariable === undefined) return true;
  const folders = command.includes('/') ? [''] : pathVariable.split(':');
  return folders.some((folder) => canBeRun(join(folder, command)));
}

function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
