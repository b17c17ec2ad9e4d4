import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppleTvHelper, type PairedBox } from '../../src/clients/appletv/appletv-helper.js';
import {
  foundAnswer,
  pairedAnswer,
  pinRequiredAnswer,
  readAnswer,
  sentAnswer,
} from '../../src/clients/appletv/helper-answers.js';
import { NAMED_FAULTS } from '../../src/clients/appletv/helper-error.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { FakeSetboxHelper } from '../fakes/appletv/fake-setbox-helper.js';
import { thrownBy } from '../harness/thrown-by.js';
import { MovedClock } from '../harness/moved-clock.js';
import { upstreamJson, upstreamText } from './upstream-documents.js';

type Line = Readonly<Record<string, string>>;

interface ExampleLine {
  readonly dir: 'in' | 'out';
  readonly line: Line;
}

interface Scan {
  readonly devices: readonly {
    readonly name: string;
    readonly address: string;
    readonly identifier: string;
    readonly device_info: { readonly model_str: string };
  }[];
}

const example = <T>(name: string): T => upstreamJson<T>(`appletv/examples/${name}.json`);
const linesOf = (name: string, dir: 'in' | 'out'): readonly Line[] =>
  example<readonly ExampleLine[]>(name)
    .filter((line) => line.dir === dir)
    .map(({ line }) => line);

const [OPEN = {}] = linesOf('helper.open.lines', 'in');
const [PAIR_BEGIN = {}, PAIR_FINISH = {}] = linesOf('helper.pair.lines', 'in');
const [SCANNED] = example<Scan>('atvscript.scan').devices;
const BOX = { address: OPEN.address, identifier: OPEN.identifier, credentials: [OPEN.credentials ?? ''] };

describe('Apple TV contract', () => {
  let fake: FakeSetboxHelper;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
  });

  afterEach(() => fake.close());

  /** What the fake answers to lines, one at a time, and how it ends. */
  async function answersOf(...lines: readonly unknown[]): Promise<readonly unknown[]> {
    const child = spawn(fake.command, { stdio: ['pipe', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const answers: unknown[] = [];
    const answered = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const line of lines) {
      child.stdin.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
      const { value } = (await answered.next()) as { value?: string };
      answers.push(value === undefined ? undefined : JSON.parse(value));
    }
    child.stdin.end();
    await closed;
    return answers;
  }

  const refusal = (code: string): object => ({ state: 'error', code });

  describe('answers of the fake', () => {
    it('are those of helper.open.lines', async () => {
      fake.addBox(BOX);
      expect(await answersOf(OPEN)).toEqual(linesOf('helper.open.lines', 'out'));
      expect(fake.opened()).toMatchObject([{ line: JSON.stringify(OPEN), url: OPEN.url, app: OPEN.app }]);
    });

    it('are those of helper.pair.lines, in one process', async () => {
      fake.addBox({ issues: 'opaque-string', pin: PAIR_FINISH.pin });
      expect(await answersOf(PAIR_BEGIN, PAIR_FINISH)).toEqual(linesOf('helper.pair.lines', 'out'));
    });

    it('are an error as in helper.error where a box is off or nothing is at its address', async () => {
      fake.addBox({ ...BOX, power: 'off' });
      const unreachable = example('helper.error');
      expect(await answersOf(OPEN)).toEqual([unreachable]);
      expect(await answersOf({ ...PAIR_BEGIN, address: '10.0.0.99' })).toEqual([unreachable]);
    });

    const { url: _, ...withoutLink } = OPEN;
    it.each<[what: string, lines: readonly unknown[], code: string]>([
      ['an unknown operation', [{ op: 'play' }], 'unsupported'],
      ['a member of every object as operation', [{ op: 'constructor' }], 'unsupported'],
      ['a line that is no JSON', ['open\n'], 'unsupported'],
      ['a request without a link', [withoutLink], 'internal'],
      ['a link that is a number', [{ ...OPEN, url: 7 }], 'internal'],
      ['a link without a scheme', [{ ...OPEN, url: 'movie/1' }], 'unsupported'],
      ['an app that is not installed', [{ ...OPEN, app: 'org.example.other' }], 'app_missing'],
      ['wrong credentials', [{ ...OPEN, credentials: 'wrong' }], 'auth_failed'],
      ['the identifier of another box', [{ ...OPEN, identifier: 'other' }], 'not_found'],
      ['a PIN without a pairing', [PAIR_FINISH], 'pairing_expired'],
      ['a pairing with another box', [{ ...PAIR_BEGIN, identifier: 'other' }], 'not_found'],
      ['a wrong PIN', [PAIR_BEGIN, { op: 'pair_finish', pin: '4321' }], 'pin_wrong'],
      ['a PIN of three digits', [PAIR_BEGIN, { op: 'pair_finish', pin: '123' }], 'pin_wrong'],
      ['a PIN of other digits', [PAIR_BEGIN, { op: 'pair_finish', pin: '１２３４' }], 'pin_wrong'],
      ['a PIN that is a number', [PAIR_BEGIN, { op: 'pair_finish', pin: 1234 }], 'internal'],
    ])('Apple TV facts, issue 25: refuse %s', async (_what, lines, code) => {
      fake.addBox(BOX);
      expect((await answersOf(...lines)).at(-1)).toEqual(refusal(code));
      expect([fake.opened(), fake.issued('AA:BB:CC:DD:EE:01')]).toEqual([[], []]);
    });

    it('Apple TV facts: refuse credentials that the box has forgotten', async () => {
      fake.addBox(BOX);
      fake.forgetPairings(SCANNED?.identifier ?? '');
      expect(await answersOf({ ...OPEN, op: 'check' })).toEqual([refusal('auth_failed')]);
    });

    it('Apple TV facts: turn a sleeping box on; the first link starts the player, and only the next one is shown', async () => {
      fake.addBox({ ...BOX, power: 'asleep' });
      await answersOf(OPEN);
      await answersOf(OPEN);
      expect(fake.opened()).toMatchObject([
        { woke: true, shown: false },
        { woke: false, shown: true },
      ]);
    });

    it('issue 25: end with stdin, before anything is done', async () => {
      fake.addBox(BOX);
      fake.hold('open');
      const child = spawn(fake.command, { stdio: ['pipe', 'ignore', 'inherit'] });
      child.stdin.write(`${JSON.stringify(OPEN)}\n`);
      await fake.arrived('open');
      child.stdin.end();
      await once(child, 'close');
      fake.release('open');
      expect(fake.opened()).toEqual([]);
    });
  });

  describe('lines of the client', () => {
    const paired: PairedBox = {
      ...(BOX as { address: string; identifier: string }),
      credentials: Secret.of('opaque-string'),
    };
    const helper = (): AppleTvHelper => new AppleTvHelper({ command: fake.command, clock: new MovedClock() });
    const sent = (): readonly unknown[] => fake.calls().flatMap(({ lines }) => lines.map((line) => JSON.parse(line)));

    it('are those of helper.open.lines and helper.pair.lines', async () => {
      fake.addBox({ ...BOX, pin: PAIR_FINISH.pin });
      await helper().open(paired, { app: OPEN.app ?? '', url: OPEN.url ?? '' });
      await (await helper().beginPairing(paired)).finish(PAIR_FINISH.pin ?? '');
      expect(sent()).toEqual([OPEN, PAIR_BEGIN, PAIR_FINISH]);
    });

    it('have the operations and members of the facts, and no other', async () => {
      fake.addBox(BOX);
      await helper().version();
      await helper().discover();
      await helper().discover('10.0.0.40');
      await helper().check(paired, OPEN.app ?? '');
      const { url: _, ...checked } = OPEN;
      expect(sent()).toEqual([
        { op: 'version' },
        { op: 'discover' },
        { op: 'discover', address: '10.0.0.40' },
        { ...checked, op: 'check' },
      ]);
      const facts = upstreamText('appletv/facts.md');
      for (const op of ['version', 'discover', 'pair_begin', 'pair_finish', 'check', 'open'])
        expect(facts).toContain(op);
    });
  });

  describe('what we rely on', () => {
    const read = (line: unknown, answer: Parameters<typeof readAnswer>[1]): unknown =>
      thrownBy(() => readAnswer(Buffer.from(JSON.stringify(line)), answer));

    it('is there in the examples', () => {
      const [pinRequired, pairing] = linesOf('helper.pair.lines', 'out');
      expect(read(pinRequired, pinRequiredAnswer)).toEqual({ returned: { name: 'Den', model: 'Apple TV 4K' } });
      expect(read(pairing, pairedAnswer)).toEqual({ returned: 'opaque-string' });
      expect(linesOf('helper.open.lines', 'out').map((line) => read(line, sentAnswer))).toEqual([{ returned: true }]);
      expect(read(example('helper.error'), sentAnswer)).toMatchObject({ fault: 'unreachable' });
    });

    it('is there in what the library says of a box', () => {
      const { name, address, identifier, device_info: info } = SCANNED as Scan['devices'][number];
      const box = { name, address, identifier, model: info.model_str };
      expect(read({ state: 'found', devices: [box] }, foundAnswer)).toEqual({ returned: [box] });
    });

    it('is the closed list of codes of the facts', () => {
      const [, codes = ''] = /closed error codes: ([a-z_, ]+)\./.exec(upstreamText('appletv/facts.md')) ?? [];
      expect(codes.split(', ').sort()).toEqual([...NAMED_FAULTS].sort());
    });
  });
});
