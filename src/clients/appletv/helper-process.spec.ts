import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeHelperFault,
  FakeSetboxHelper,
  type HelperCall,
} from '../../../test/fakes/appletv/fake-setbox-helper.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { Secret } from '../../core/secrets/secret.js';
import { nextTurn } from '../../core/time/waiting.js';
import { AppleTvHelper, type PairedBox } from './appletv-helper.js';
import { AnswerLines } from './helper-process.js';

const CREDENTIALS = 'planted-credentials';
const LINK = { app: 'com.firecore.infuse', url: 'infuse://movie/990101' };
const ANSWER_MS = 40_000;
const GRACE_MS = 2_000;
const SECRET = /planted|infuse:|990101/;

/** A clock of which a test can wait until a timer of some length is set. */
class WatchedClock extends MovedClock {
  private readonly lengths: number[] = [];
  private look: () => void = () => undefined;

  override setTimer(ms: number, work: () => void) {
    this.lengths.push(ms);
    this.look();
    return super.setTimer(ms, work);
  }

  timerOf(ms: number): Promise<void> {
    return new Promise((seen) => {
      this.look = () => this.lengths.includes(ms) && seen();
      this.look();
    });
  }
}

/** Another process gets somewhere, which nothing tells this one. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn();
}

/** As operations of the client meet it. */
describe('a process of the helper', () => {
  let fake: FakeSetboxHelper;
  let clock: WatchedClock;
  let helper: AppleTvHelper;
  let box: PairedBox;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
    clock = new WatchedClock();
    helper = new AppleTvHelper({ command: fake.command, clock });
    const { address, identifier } = fake.addBox({ credentials: [CREDENTIALS] });
    box = { address, identifier, credentials: Secret.of(CREDENTIALS) };
  });

  afterEach(() => fake.close());

  const open = (): Promise<unknown> => errorOf(helper.open(box, LINK));
  const opened = (): readonly string[] => fake.opened().map(({ url }) => url);

  it.each<[fault: FakeHelperFault, outcome: string, effect: 'sent' | 'not sent']>([
    ['flood', 'malformed', 'not sent'],
    ['crash', 'ended', 'not sent'],
    ['answer-lost', 'ended', 'sent'],
    ['crash-after-answer', 'opened', 'sent'],
    ['garbage', 'malformed', 'not sent'],
    ['two-answers', 'malformed', 'sent'],
    ['long-line', 'malformed', 'not sent'],
    ['wrong-state', 'malformed', 'not sent'],
    ['cut-line', 'malformed', 'sent'],
    ['stderr-flood', 'malformed', 'not sent'],
    ['stderr-secrets', 'opened', 'sent'],
    ['grandchild', 'opened', 'sent'],
    ['needs_more_coffee', 'malformed', 'not sent'],
    ['unreachable', 'unreachable', 'not sent'],
  ])('issue 25: %s ends as %s, and no process is left', async (fault, outcome, effect) => {
    fake.fault('open', fault);
    const failure = await open();
    expect(failure).toEqual(
      outcome === 'opened' ? undefined : expect.objectContaining({ fault: outcome, definitelyNotSent: false }),
    );
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(SECRET);
    expect(opened()).toEqual(effect === 'sent' ? [LINK.url] : []);
    // The system takes a moment to end a grandchild.
    if (fault === 'grandchild') await fake.quiet();
    expect([fake.running(), clock.pending]).toEqual([[], 0]);
  });

  it('issue 25: a helper that ends before it was asked has ended without an answer', async () => {
    fake.fault('*', 'exits-at-once');
    const failures = await Promise.all([open(), errorOf(helper.version())]);
    expect(failures).toMatchObject([{ fault: 'ended' }, { fault: 'ended' }]);
    await fake.quiet();
  });

  it.each(['exits-at-once', 'closes-stdin'] as const)(
    'issue 25: a pipe that breaks while a long request is written harms nobody: %s',
    async (fault) => {
      fake.fault('*', fault);
      const longer = { ...LINK, url: `infuse://${'x'.repeat(4 * 1024 * 1024)}` };
      const failure = errorOf(helper.open(box, longer));
      if (fault === 'closes-stdin') {
        await fake.started();
        await clock.advance(ANSWER_MS);
      }
      expect(await failure).toMatchObject({ fault: fault === 'closes-stdin' ? 'timeout' : 'ended' });
      expect(fake.running()).toEqual([]);
    },
  );

  it.each<[fault: FakeHelperFault]>([['silence'], ['late-answer'], ['heeds-stdin-alone']])(
    'issue 25: %s: after 40 s the process gets SIGTERM and the end of its stdin, and the operation ends as timeout',
    async (fault) => {
      fake.fault('open', fault);
      const failure = open();
      await fake.played('open');
      await clock.advance(ANSWER_MS - 1);
      expect(fake.running()).toHaveLength(1);
      await clock.advance(1);
      expect(await failure).toMatchObject({ fault: 'timeout', definitelyNotSent: false });
      expect(fake.running()).toEqual([]);
    },
  );

  it('issue 25: a helper that takes nothing from its stdin is waited for 40 s, too', async () => {
    fake.fault('*', 'closes-stdin');
    const failure = open();
    await fake.started();
    await clock.advance(ANSWER_MS);
    expect(await failure).toMatchObject({ fault: 'timeout' });
    await fake.quiet();
  });

  it('issue 25: a process that ignores SIGTERM gets SIGKILL two seconds later', async () => {
    fake.fault('open', 'ignores-sigterm');
    const failure = open();
    await fake.played('open');
    await clock.advance(ANSWER_MS + GRACE_MS - 1);
    expect(fake.running()).toHaveLength(1);
    await clock.advance(1);
    expect(await failure).toMatchObject({ fault: 'timeout' });
    expect(fake.running()).toEqual([]);
  });

  it('issue 25: a process that stays after its answer is killed two seconds later, and the answer is good', async () => {
    fake.fault('open', 'lingers');
    const failure = open();
    await clock.timerOf(GRACE_MS);
    await fake.played('open');
    await clock.advance(GRACE_MS - 1);
    expect(fake.running()).toHaveLength(1);
    await clock.advance(1);
    expect(await failure).toBeUndefined();
    expect(fake.running()).toEqual([]);
  });

  it('issue 25: a process that has answered and stays is ended by close, and the answer is good', async () => {
    fake.fault('open', 'lingers');
    const failure = open();
    await clock.timerOf(GRACE_MS);
    await fake.played('open');
    const closed = helper.close();
    await clock.advance(GRACE_MS);
    await closed;
    expect(await failure).toBeUndefined();
    expect(fake.running()).toEqual([]);
  });

  it.each<[fault: FakeHelperFault, outcome: object | undefined]>([
    ['escaped-grandchild', undefined],
    ['crash-with-escaped-grandchild', { fault: 'ended' }],
  ])(
    'issue 25: %s: a pipe that a process outside the group holds is waited for two seconds',
    async (fault, outcome) => {
      fake.fault('open', fault);
      const failure = open();
      await fake.started();
      const [{ pid }] = fake.calls() as [HelperCall];
      await until(() => fake.running().some((one) => one !== pid) && !fake.running().includes(pid));
      await clock.timerOf(GRACE_MS);
      await clock.advance(GRACE_MS);
      // The end of a process that has answered may be seen only now.
      await clock.advance(GRACE_MS);
      expect([await failure, fake.running().length]).toMatchObject([outcome, 1]);
    },
  );
});

const linesOf = (most: number, ...chunks: readonly string[]) => {
  const lines = new AnswerLines(most);
  return { taken: chunks.map((chunk) => lines.take(Buffer.from(chunk))?.map(String)), isCut: lines.isCut };
};

describe('AnswerLines', () => {
  it('gives each line once its newline has come, the empty one too', () => {
    expect(linesOf(100, 'a', 'b\nc', '', '\n\n', 'd\ne\n')).toEqual({
      taken: [[], ['ab'], [], ['c', ''], ['d', 'e']],
      isCut: false,
    });
  });

  it('says whether a line has no end', () => {
    expect(linesOf(100, 'a\nb').isCut).toBe(true);
  });

  it('issue 25: takes as many bytes as may come, and not one more', () => {
    expect(linesOf(4, 'abc\n').taken).toEqual([['abc']]);
    expect(linesOf(4, 'ab', 'cd\n').taken).toEqual([[], undefined]);
  });

  it('issue 25: counts bytes of the other stream with them', () => {
    const lines = new AnswerLines(4);
    expect([lines.count(Buffer.from('ab')), lines.take(Buffer.from('c\n')), lines.count(Buffer.from('d'))]).toEqual([
      true,
      [Buffer.from('c')],
      false,
    ]);
  });

  it('gives the same lines wherever the bytes were cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ü', '🎬', '\n') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (all, cuts) => {
        const bytes = Buffer.from(all);
        const lines = new AnswerLines(bytes.length);
        const ends = [...new Set(cuts)].sort((one, other) => one - other).concat(bytes.length);
        const parts = ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
        const given = parts.flatMap((part) => lines.take(part) ?? []).map(String);
        expect(given).toEqual(all.split('\n').slice(0, -1));
        expect(lines.isCut).toBe(!/(^|\n)$/.test(all));
      }),
    );
  });
});
