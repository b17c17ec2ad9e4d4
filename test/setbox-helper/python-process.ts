import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docker', 'setbox-helper');

/** The helper program for set-top boxes. */
export const HELPER = join(folder, 'usher_setbox_helper.py');
/** Its own tests. */
export const HELPER_TESTS = join(folder, 'test', 'test_helper.py');
/** Where the stub of pyatv lies, whose first lines say what a script may hold. */
export const STUB = join(folder, 'test');

/** How a process has ended, with all that it has written. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A process of Python in a group of its own, which a test talks to. */
export class PythonProcess {
  readonly pid: number;
  /** Resolves when it has ended and everything that it has written was read. */
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  private readonly scratch = mkdtempSync(join(tmpdir(), 'usher-setbox-'));
  private readonly output: GrowingText;
  private readonly errors: GrowingText;
  private readonly calls: GrowingText;

  /** @param script what the stub of pyatv does; without one there is no pyatv */
  constructor(args: readonly string[], script?: object) {
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: this.scratch, LANG: 'C.UTF-8' };
    env.PYTHONDONTWRITEBYTECODE = '1';
    if (script) {
      writeFileSync(join(this.scratch, 'script.json'), JSON.stringify(script));
      Object.assign(env, { PYTHONPATH: STUB, PYATV_SCRIPT: join(this.scratch, 'script.json'), PYATV_CALLS: '3' });
    }
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
    this.child = spawn('python3', args, { env, cwd: this.scratch, detached: true, stdio: [...stdio] });
    this.pid = this.child.pid ?? 0;
    [this.output, this.errors, this.calls] = [this.reading(1), this.reading(2), this.reading(3)];
    // It may end before it has read everything.
    this.input.on('error', () => undefined);
    this.ended = this.untilEnded();
  }

  /** Sends a line, or these bytes as they are, and leaves standard input open. */
  say(line: object | string): this {
    this.input.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
    return this;
  }

  /** Ends standard input. */
  hangUp(): this {
    this.input.end();
    return this;
  }

  /** Resolves with the first answer. */
  async answer(): Promise<unknown> {
    return JSON.parse(await this.output.until((text) => text.includes('\n'))) as unknown;
  }

  /** Resolves once pyatv was called by this name. */
  async called(name: string): Promise<void> {
    await this.calls.until((text) => text.includes(`["${name}"`));
  }

  /** The names of the calls to pyatv so far. */
  get callNames(): readonly string[] {
    const lines = this.calls.text.split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as [string])[0]);
  }

  private get input(): Writable {
    return this.child.stdin as Writable;
  }

  private reading(descriptor: 1 | 2 | 3): GrowingText {
    return new GrowingText(this.child.stdio[descriptor] as Readable);
  }

  private async untilEnded(): Promise<Ended> {
    const [code] = (await once(this.child, 'close')) as [number | null];
    rmSync(this.scratch, { recursive: true, force: true });
    return { code, output: this.output.text, errors: this.errors.text };
  }
}

/** What a stream has brought so far. */
class GrowingText {
  text = '';

  constructor(private readonly stream: Readable) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
  }

  /** Resolves with the text once it is so; never where it doesn't come to that. */
  async until(isSo: (text: string) => boolean): Promise<string> {
    while (!isSo(this.text)) await once(this.stream, 'data');
    return this.text;
  }
}
