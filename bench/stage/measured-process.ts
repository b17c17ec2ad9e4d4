import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchFailure } from '../bench.js';
import type { ProbeAnswer, ProbeQuestion } from './probe-questions.js';

/** What the server and the floors announce once they listen. */
const ANNOUNCEMENT = / is listening on (http:\/\/\S+)/;

/** What any program needs of the environment. Settings of a real server must not reach a measured one. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

const PROBE = new URL('probe.js', import.meta.url).href;
const STOP_WITHIN_MS = 10_000;

/** A program in a process of its own that says what it has used, so that nobody else's work counts. */
export class MeasuredProcess {
  /** Where it listens, without a slash at the end. */
  url = '';
  /** The last that it has written. */
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output = (this.output + text).slice(-4_000)));
  }

  /** Starts a program, with these flags of Node, and waits until it listens. @throws BenchFailure when it ends before */
  static async start(
    script: string,
    env: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ): Promise<MeasuredProcess> {
    const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
    const child = fork(script, {
      env: { ...passedOn, ...env },
      execArgv: [...flags, '--import', PROBE],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const started = new MeasuredProcess(child);
    await started.announced();
    return started;
  }

  /** Its number in the list of processes. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What it has used so far. */
  usage(): Promise<ProbeAnswer> {
    return this.ask('usage');
  }

  /** What it has used so far, once its garbage has been collected: its heap is what is still referred to. */
  collected(): Promise<ProbeAnswer> {
    return this.ask('collect');
  }

  /** Processor time that a piece of work costs it, in milliseconds. */
  async cpuMsOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.usage();
    await work();
    return (await this.usage()).cpuMs - before.cpuMs;
  }

  /** How long its event loop is blocked at most during a piece of work, in milliseconds. */
  async longestStallMsOf(work: () => Promise<unknown>): Promise<number> {
    await this.ask('watch stalls');
    await work();
    return (await this.ask('stop watching')).longestStallMs;
  }

  /** How much more resident memory it takes at most during a piece of work than before it, in MiB. */
  async extraMemoryMiBOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.ask('watch memory');
    await work();
    return (await this.ask('stop watching')).peakRssMiB - before.rssMiB;
  }

  /** Ends it in order; by force when that takes more than ten seconds. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
  }

  private async ask(question: ProbeQuestion): Promise<ProbeAnswer> {
    const settled = new AbortController();
    const ended = once(this.child, 'exit', settled).then(() => {
      throw new BenchFailure(`A measured process ended.\n${this.output}`);
    });
    const answered = once(this.child, 'message', settled);
    this.child.send(question);
    try {
      const [answer] = (await Promise.race([answered, ended])) as [ProbeAnswer];
      return answer;
    } finally {
      settled.abort();
      await Promise.allSettled([answered, ended]);
    }
  }

  private announced(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.stdout?.on('data', () => {
        this.url ||= ANNOUNCEMENT.exec(this.output)?.[1] ?? '';
        if (this.url !== '') resolve();
      });
      this.child.once('close', (code, signal) =>
        reject(new BenchFailure(`A measured process ended with ${code ?? signal}.\n${this.output}`)),
      );
    });
  }
}

/** The path of a program that lies beside the benchmarks, by its place below their folder: `floors/bytes-floor`. */
export function benchProgram(place: string): string {
  return fileURLToPath(new URL(`../${place}.js`, import.meta.url));
}
