import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { badRequest, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { SystemRandom } from '../../../core/time/random.js';
import { type AttemptFlow, AttemptsService } from './attempts.service.js';

const VERIFIER = 'v'.repeat(43);
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const TEN_MINUTES = 600_000;

describe('attempts to sign in elsewhere', () => {
  let clock: MovedClock;
  let attempts: AttemptsService;

  beforeEach(() => {
    clock = new MovedClock();
    attempts = new AttemptsService(clock, new SystemRandom());
  });

  const begin = (flow: AttemptFlow = 'hub', holder = '203.0.113.7') =>
    attempts.begin(
      flow,
      { client: 'web', challenge: challengeOf(VERIFIER), device: { name: '', hardwareId: '' }, holder },
      TEN_MINUTES,
      'begun',
    );

  /** A completed attempt, and what redeems it. */
  const completed = () => {
    const { flow, attempt } = begin();
    const code = attempts.complete(attempt, 'mara').reveal();
    return { flow: flow.reveal(), code, verifier: VERIFIER };
  };

  const redeem = (
    proof: { flow: string; code: string; verifier: string },
    work = (who: string) => Promise.resolve(who),
  ) => attempts.redeem<unknown, string, string>('hub', proof, work);

  const refusal = expect.objectContaining({ status: 400, code: 'attempt_ended' });

  it('doc3 §12.1: are named by 32 random bytes, are known to their own flow alone, and end with their time', async () => {
    const { flow, attempt } = begin();
    expect(flow.reveal()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(attempts.find('hub', flow.reveal())).toBe(attempt);
    expect(attempts.findByKey('hub', attempt.key)).toBe(attempt);
    expect(attempts.find('oidc', flow.reveal())).toBeUndefined();
    await clock.advance(TEN_MINUTES);
    expect(attempts.find('hub', flow.reveal())).toBeUndefined();
  });

  it('issue 19 §5: a wrong verifier is refused like an unknown flow, and the attempt goes on', async () => {
    const { flow } = begin();
    const wrong = await errorOf(Promise.resolve().then(() => attempts.prove('hub', flow.reveal(), 'w'.repeat(43))));
    const unknown = await errorOf(Promise.resolve().then(() => attempts.prove('hub', 'x'.repeat(43), VERIFIER)));
    expect([wrong, unknown]).toEqual([refusal, refusal]);
    expect(String(wrong)).toBe(String(unknown));
    expect(attempts.prove('hub', flow.reveal(), VERIFIER).progress).toBe('begun');
  });

  it('security 14: of twenty who redeem one code at once one does, and none afterwards', async () => {
    const proof = completed();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => redeem(proof)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await errorOf(redeem(proof))).toEqual(refusal);
  });

  it.each([
    ['code', { code: 'c'.repeat(43) }],
    ['verifier', { verifier: 'w'.repeat(43) }],
    ['flow', { flow: 'f'.repeat(43) }],
  ])('a wrong %s redeems nothing and uses nothing up', async (_, wrong) => {
    const proof = completed();
    expect(await errorOf(redeem({ ...proof, ...wrong }))).toEqual(refusal);
    expect(await redeem(proof)).toBe('mara');
  });

  it('doc1 §8: a code is good for a minute, and asked for again it is the same', async () => {
    const { flow, attempt } = begin();
    const code = attempts.complete(attempt, 'mara');
    await clock.advance(59_999);
    expect(attempts.complete(attempt, 'otto').equals(code)).toBe(true);
    expect(attempts.codeOf(attempt)?.equals(code)).toBe(true);
    await clock.advance(1);
    expect(await errorOf(redeem({ flow: flow.reveal(), code: code.reveal(), verifier: VERIFIER }))).toEqual(refusal);
  });

  it('a code has its whole minute, even where the attempt ends sooner', async () => {
    const { flow, attempt } = begin();
    await clock.advance(TEN_MINUTES - 1);
    const code = attempts.complete(attempt, 'mara').reveal();
    await clock.advance(30_000);
    expect(await redeem({ flow: flow.reveal(), code, verifier: VERIFIER })).toBe('mara');
  });

  it('a fault of this server leaves the code for another try, a refusal does not', async () => {
    const proof = completed();
    expect(await errorOf(redeem(proof, () => Promise.reject(temporarilyUnavailable())))).toMatchObject({ status: 503 });
    expect(await errorOf(redeem(proof, () => Promise.reject(badRequest('no', 'no'))))).toMatchObject({ status: 400 });
    expect(await errorOf(redeem(proof))).toEqual(refusal);
  });

  it('security 13: end when their flow’s configuration is saved, those of the other flow go on', () => {
    const [hub, oidc] = [begin('hub'), begin('oidc')];
    attempts.endAll('oidc');
    expect(attempts.find('oidc', oidc.flow.reveal())).toBeUndefined();
    expect(attempts.find('hub', hub.flow.reveal())).toBe(hub.attempt);
  });

  it('issue 43 A7: 2,100 that begin in as many /64s of one /48 end none of another client’s', () => {
    const [ana, ben] = [begin('hub', '203.0.113.1'), begin('oidc', '203.0.113.1')];
    for (let n = 0; n < 2_100; n += 1) begin('hub', `2001:db8:2:${n.toString(16)}::/64`);
    expect(attempts.find('hub', ana.flow.reveal())).toBe(ana.attempt);
    expect(attempts.find('oidc', ben.flow.reveal())).toBe(ben.attempt);
    const cleo = begin('hub', '203.0.113.2');
    expect(attempts.find('hub', cleo.flow.reveal())).toBe(cleo.attempt);
  });

  it('issue 43 A7: 2,100 that begin in as many networks end none that began before them, completed or not', () => {
    const [ana, ben] = [begin('hub', '203.0.113.1'), begin('hub', '203.0.113.2')];
    attempts.complete(ana.attempt, 'ana');
    for (let n = 0; n < 2_100; n += 1) begin('hub', `2001:db8:${n.toString(16)}:1::/64`);
    expect(attempts.find('hub', ana.flow.reveal())).toBe(ana.attempt);
    expect(attempts.find('hub', ben.flow.reveal())).toBe(ben.attempt);
  });

  it('security 28: are 2,048 at most; a client that floods the store ends its own alone', () => {
    const ana = begin('hub', '203.0.113.1');
    let last = ana;
    for (let n = 0; n < 2_200; n += 1) last = begin('hub', '198.51.100.9');
    expect(attempts.find('hub', ana.flow.reveal())).toBe(ana.attempt);
    expect(attempts.find('hub', last.flow.reveal())).toBe(last.attempt);
  });
});
