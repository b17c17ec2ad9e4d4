import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A simulated Apple TV. */
export interface FakeBox {
  readonly name: string;
  readonly address: string;
  readonly identifier: string;
  readonly model?: string;
  /** What it shows when it is paired: four digits. */
  readonly pin: string;
  /** Bundle ids. */
  readonly apps: readonly string[];
  /** One that is off answers nothing; one that is asleep is turned on by a link. */
  readonly power: 'on' | 'asleep' | 'off';
  /** The player isn't running: the next link starts it, and is dropped. Any link ends that. */
  readonly isCold: boolean;
  /** A search on the network doesn't see it. */
  readonly isHidden: boolean;
  /** The credentials that it takes. Each pairing adds some. */
  readonly credentials: readonly string[];
  /** What it issues as credentials; made up for each pairing where it is left out. */
  readonly issues?: string;
}

/** An operation of the helper. */
export type FakeOperation = 'version' | 'discover' | 'pair_begin' | 'pair_finish' | 'check' | 'open';

/**
 * How an operation fails, until `recover`. Any other word is the code of an error answer.
 *
 * | fault | what the client meets |
 * |---|---|
 * | flood | answers without an end |
 * | crash | exit code 1 and no answer; nothing was done |
 * | answer-lost | it is done, then as `crash` |
 * | crash-after-answer | an answer, then death by a signal |
 * | silence | no answer; the process ends as it should |
 * | ignores-sigterm | no answer, and neither SIGTERM nor the end of stdin ends the process |
 * | heeds-stdin-alone | no answer, and SIGTERM doesn't end the process |
 * | lingers | an answer, then as `ignores-sigterm` |
 * | late-answer | the answer comes with SIGTERM |
 * | garbage | a line that is no JSON |
 * | two-answers | the answer, twice at once |
 * | speaks-up | the answer, and another one a moment later; the process stays |
 * | long-line | an answer that is longer than all output may be |
 * | wrong-state | an answer of a state that nobody knows |
 * | next-protocol | the answer to `version`, of another protocol |
 * | cut-line | the answer without the end of its line, then the process ends |
 * | stderr-flood | more on stderr than all output may be, and no answer |
 * | stderr-secrets | the request on stderr, then the answer |
 * | grandchild | the answer; a child of the helper keeps the pipe open |
 * | escaped-grandchild | the same, in a process group of its own |
 * | crash-with-escaped-grandchild | the same without an answer |
 */
export type FakeHelperFault =
  | 'flood'
  | 'crash'
  | 'answer-lost'
  | 'crash-after-answer'
  | 'silence'
  | 'ignores-sigterm'
  | 'heeds-stdin-alone'
  | 'lingers'
  | 'late-answer'
  | 'garbage'
  | 'two-answers'
  | 'speaks-up'
  | 'long-line'
  | 'wrong-state'
  | 'next-protocol'
  | 'cut-line'
  | 'stderr-flood'
  | 'stderr-secrets'
  | 'grandchild'
  | 'escaped-grandchild'
  | 'crash-with-escaped-grandchild'
  | (string & {});

/** A link that a box has taken. */
export interface OpenedLink {
  readonly identifier: string;
  readonly app: string;
  readonly url: string;
  /** The line that was received. */
  readonly line: string;
  /** The box was asleep. */
  readonly woke: boolean;
  /** The player shows the title; false where it had to be started first. */
  readonly shown: boolean;
}

/** A process of the helper. */
export interface HelperCall {
  readonly pid: number;
  readonly argv: readonly string[];
  /** The names of its environment, sorted. */
  readonly environment: readonly string[];
  /** The operations that it was asked for. */
  readonly ops: readonly string[];
  /** The lines that it received. */
  readonly lines: readonly string[];
}

interface JournalRecord {
  readonly is: string;
  readonly pid: number;
  readonly [member: string]: unknown;
}

const NAME = 'fake-helper.mjs';
/** Beside this file; where this file is compiled into a folder of its own, in the checkout. */
const PLACES = [`./${NAME}`, `../../../../test/fakes/appletv/${NAME}`];
const PROGRAM = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync) ?? NAME;

const TICK_MS = 5;

/**
 * A household with set-top boxes and the helper program that reaches them, for whichever process starts `command`. What the
 * boxes know lives in a folder until `close`; each test has one of its own.
 */
export class FakeSetboxHelper {
  /** The folder of the program, for a PATH. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'usher-setbox-')));
  /** The program, by its path. Its name is that of the real one. */
  readonly command = join(this.folder, 'usher-setbox-helper');
  private readonly journal = join(this.folder, 'journal.jsonl');

  constructor() {
    writeFileSync(this.journal, '');
    symlinkSync(PROGRAM, this.command);
  }

  /** Adds a box: one in the den where nothing else is said. */
  addBox(box: Partial<FakeBox> = {}): FakeBox {
    const added: FakeBox = {
      name: 'Den',
      address: '10.0.0.40',
      identifier: 'AA:BB:CC:DD:EE:01',
      model: 'Apple TV 4K',
      pin: '1234',
      apps: ['com.firecore.infuse'],
      power: 'on',
      isCold: true,
      isHidden: false,
      credentials: [],
      ...box,
    };
    this.note({ is: 'box', box: added });
    return added;
  }

  /** Changes what is named of a box; its pairings stay. */
  changeBox(identifier: string, changes: Partial<Omit<FakeBox, 'identifier'>>): void {
    this.note({ is: 'box', box: { ...changes, identifier } });
  }

  /** The box is gone: something else may answer at its address. */
  removeBox(identifier: string): void {
    this.note({ is: 'removed', identifier });
  }

  /** The box forgets all its pairings, as after a system update. */
  forgetPairings(identifier: string): void {
    this.note({ is: 'forgotten', identifier });
  }

  /**
   * Makes an operation fail from now on. For `*`, what a process does before it reads a request: `exits-at-once`, or
   * `closes-stdin` and stays.
   */
  fault(op: FakeOperation, kind: FakeHelperFault): void;
  fault(op: '*', kind: 'exits-at-once' | 'closes-stdin'): void;
  fault(op: string, kind: string): void {
    this.note({ is: 'fault', op, kind });
  }

  /** Forgets all faults. */
  recover(): void {
    this.note({ is: 'recovered' });
  }

  /** Holds an operation: once its request was received, or once it is done and before it is answered. */
  hold(op: FakeOperation, point: 'request' | 'answer' = 'request'): void {
    writeFileSync(this.holdFile(op, point), '');
  }

  /** Lets what is held go on. */
  release(op: FakeOperation, point: 'request' | 'answer' = 'request'): void {
    rmSync(this.holdFile(op, point), { force: true });
  }

  /** The links that boxes have taken, in their order. */
  opened(): readonly OpenedLink[] {
    return this.records('opened').map(({ identifier, app, url, line, woke, shown }) => ({
      identifier: String(identifier),
      app: String(app),
      url: String(url),
      line: String(line),
      woke: woke === true,
      shown: shown === true,
    }));
  }

  /** The credentials that a box has issued so far, the forgotten ones included. */
  issued(identifier: string): readonly string[] {
    const issued = this.records('paired').filter((record) => record.identifier === identifier);
    return issued.map(({ credentials }) => String(credentials));
  }

  /** The processes so far, in the order of their starts. */
  calls(): readonly HelperCall[] {
    const called = this.records('called');
    return this.records('started')
      .filter(({ heir }) => heir === undefined)
      .map(({ pid, argv, environment }) => {
        const own = called.filter((record) => record.pid === pid);
        return {
          pid,
          argv: argv as readonly string[],
          environment: environment as readonly string[],
          ops: own.map(({ op }) => String(op)),
          lines: own.map(({ line }) => String(line)),
        };
      });
  }

  /** The processes that are alive: of the helper, and what it has started. */
  running(): readonly number[] {
    const pids = this.records('started').map(({ pid, heir }) => Number(heir ?? pid));
    return pids.filter((pid) => this.isAlive(pid));
  }

  /** Resolves as soon as an operation was asked for so many times in all, before it is done. */
  async arrived(op: FakeOperation, count = 1): Promise<void> {
    await until(() => this.records('called').filter((record) => record.op === op).length >= count);
  }

  /** Resolves as soon as the fault of an operation was played; for faults that the process survives. */
  async played(op: FakeOperation): Promise<void> {
    await until(() => this.records('played').some((record) => record.op === op));
  }

  /** Resolves as soon as so many processes run or have run. */
  async started(count = 1): Promise<void> {
    await until(() => this.calls().length >= count);
  }

  /** Resolves as soon as so many pairings were done. */
  async hasPaired(count = 1): Promise<void> {
    await until(() => this.records('paired').length >= count);
  }

  /** Resolves as soon as so many links were taken. */
  async hasOpened(count = 1): Promise<void> {
    await until(() => this.opened().length >= count);
  }

  /** Resolves as soon as no process is alive. */
  async quiet(): Promise<void> {
    await until(() => this.running().length === 0);
  }

  /** Ends what still runs and removes the folder. */
  async close(): Promise<void> {
    for (const pid of this.running()) process.kill(pid, 'SIGKILL');
    await this.quiet();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private holdFile(op: FakeOperation, point: 'request' | 'answer'): string {
    return join(this.folder, `held-${op}${point === 'answer' ? '-answer' : ''}`);
  }

  private note(record: object): void {
    appendFileSync(this.journal, `${JSON.stringify(record)}\n`);
  }

  private records(is: string): readonly JournalRecord[] {
    const lines = readFileSync(this.journal, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as JournalRecord).filter((record) => record.is === is);
  }

  /** One that has ended and that nobody has waited for has no command line any more. Its number may be another's by now. */
  private isAlive(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.folder);
    } catch {
      return false;
    }
  }
}

/** Another process is looked at again and again: it has no other way to say what it has done. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(TICK_MS);
}
