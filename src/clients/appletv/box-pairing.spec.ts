import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeSetboxHelper, type FakeBox } from '../../../test/fakes/appletv/fake-setbox-helper.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { nextTurn } from '../../core/time/waiting.js';
import { AppleTvHelper, type Pairing } from './appletv-helper.js';

const MINUTES_5 = 5 * 60_000;

describe('a pairing', () => {
  let fake: FakeSetboxHelper;
  let clock: MovedClock;
  let helper: AppleTvHelper;
  let box: FakeBox;

  beforeEach(() => {
    fake = new FakeSetboxHelper();
    clock = new MovedClock();
    helper = new AppleTvHelper({ command: fake.command, clock });
    box = fake.addBox({ pin: '0042', issues: 'planted-credentials' });
  });

  afterEach(async () => {
    await helper.close();
    await fake.close();
  });

  /** The client has seen the end of the process: it waits for nothing any more. */
  const seenGone = async (): Promise<void> => {
    while (clock.pending > 0) await nextTurn();
  };

  const begun = (): Promise<Pairing> => helper.beginPairing(box);

  it('issue 25: is begun and finished in one process, by a PIN that keeps its zeros, and brings the credentials', async () => {
    const pairing = await begun();
    expect(pairing.device).toEqual({ name: 'Den', model: 'Apple TV 4K' });
    expect(fake.running()).toHaveLength(1);
    await clock.advance(MINUTES_5 - 1);
    const credentials = await pairing.finish('0042');
    expect([credentials.reveal(), inspect(credentials)]).toEqual(['planted-credentials', '[redacted]']);
    expect(fake.calls()).toMatchObject([{ ops: ['pair_begin', 'pair_finish'] }]);
    await fake.quiet();
    expect(clock.pending).toBe(0);
    await helper.open({ ...box, credentials }, { app: 'com.firecore.infuse', url: 'infuse://series/7' });
    expect(fake.opened()).toMatchObject([{ url: 'infuse://series/7' }]);
  });

  it('issue 25: shows neither the PIN nor the credentials in arguments and environment while it is finished', async () => {
    const pairing = await begun();
    fake.hold('pair_finish', 'answer');
    const finished = pairing.finish('0042');
    await fake.hasPaired();
    const [pid = 0] = fake.running();
    const shown = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    expect(shown.join()).not.toMatch(/planted|0042/);
    fake.release('pair_finish', 'answer');
    expect((await finished).reveal()).toBe('planted-credentials');
  });

  it('issue 25: ends with a wrong PIN, and takes no other', async () => {
    const pairing = await begun();
    expect(await errorOf(pairing.finish('4200'))).toMatchObject({ fault: 'pin_wrong' });
    await fake.quiet();
    expect(await errorOf(pairing.finish('0042'))).toMatchObject({ fault: 'pairing_expired' });
    expect(fake.issued(box.identifier)).toEqual([]);
  });

  it('issue 25: is the only one at its box', async () => {
    const pairing = await begun();
    expect(await errorOf(begun())).toMatchObject({ fault: 'busy' });
    pairing.close();
    await fake.quiet();
    expect((await begun()).device).toMatchObject({ name: 'Den' });
  });

  it('issue 25: that is closed, once or twice, has ended', async () => {
    const pairing = await begun();
    pairing.close();
    pairing.close();
    await fake.quiet();
    expect(await errorOf(pairing.finish('0042'))).toMatchObject({ fault: 'aborted' });
    expect(fake.issued(box.identifier)).toEqual([]);
  });

  it('issue 25: that is closed while it is finished brings nothing', async () => {
    const pairing = await begun();
    fake.hold('pair_finish');
    const finished = errorOf(pairing.finish('0042'));
    await fake.arrived('pair_finish');
    pairing.close();
    expect(await finished).toMatchObject({ fault: 'aborted' });
    await fake.quiet();
    expect(fake.issued(box.identifier)).toEqual([]);
  });

  it('doc1 §8: ends after five minutes', async () => {
    const pairing = await begun();
    await clock.advance(MINUTES_5);
    await fake.quiet();
    expect(await errorOf(pairing.finish('0042'))).toMatchObject({ fault: 'pairing_expired' });
  });

  it('doc1 §8: ends after five minutes while it is finished, too', async () => {
    const pairing = await begun();
    await clock.advance(MINUTES_5 - 1_000);
    fake.fault('pair_finish', 'silence');
    const finished = errorOf(pairing.finish('0042'));
    await fake.played('pair_finish');
    await clock.advance(1_000);
    expect(await finished).toMatchObject({ fault: 'pairing_expired' });
    await fake.quiet();
  });

  it('issue 25: is finished within 40 s', async () => {
    const pairing = await begun();
    fake.fault('pair_finish', 'silence');
    const finished = errorOf(pairing.finish('0042'));
    await fake.played('pair_finish');
    await clock.advance(40_000);
    expect(await finished).toMatchObject({ fault: 'timeout' });
    await fake.quiet();
  });

  it('issue 25: whose process has died meanwhile says so when it is finished', async () => {
    fake.fault('pair_begin', 'crash-after-answer');
    const pairing = await begun();
    await seenGone();
    expect(await errorOf(pairing.finish('0042'))).toMatchObject({ fault: 'ended' });
    expect(await errorOf(pairing.finish('0042'))).toMatchObject({ fault: 'pairing_expired' });
  });

  it('issue 25: whose process says more than it was asked is malformed', async () => {
    fake.fault('pair_begin', 'two-answers');
    expect(await errorOf(begun())).toMatchObject({ fault: 'malformed' });
    fake.fault('pair_begin', 'speaks-up');
    // What it adds may come with its answer, or behind it.
    const finished = begun().then(async (pairing) => {
      await seenGone();
      return pairing.finish('0042');
    });
    expect(await errorOf(finished)).toMatchObject({ fault: 'malformed' });
    await fake.quiet();
    expect([fake.running(), fake.issued(box.identifier)]).toEqual([[], []]);
  });

  it.each([
    ['wrong-state', 'malformed'],
    ['crash', 'ended'],
    ['unreachable', 'unreachable'],
  ])('issue 25: that can not be begun for %s ends as %s, and no process is left', async (fault, outcome) => {
    fake.fault('pair_begin', fault);
    expect(await errorOf(begun())).toMatchObject({ fault: outcome });
    await fake.quiet();
    expect(clock.pending).toBe(0);
  });
});
