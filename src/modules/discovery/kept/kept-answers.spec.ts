import { describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { lineFull } from '../../../core/errors/app-error.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { KeptAnswers } from './kept-answers.js';

describe('security 35: an answer that another account is waiting for already', () => {
  const made = () =>
    new KeptAnswers<string>({
      clock: new MovedClock(),
      meter: silentMeter,
      memory: new ProviderMemory(1),
      name: 'music.feeds',
      ttlMs: 1_000,
    });

  it('is asked for in the own name where the other’s share of the line is full', async () => {
    const answers = made();
    const full = manualPromise<never>();
    const others = answers.of('page', () => full.promise);
    const own = answers.of('page', async () => 'own');
    full.reject(lineFull(1_000));
    expect(await errorOf(others)).toMatchObject({ status: 503 });
    expect(await own).toBe('own');
  });

  it('is shared where it fails otherwise', async () => {
    const answers = made();
    const failing = manualPromise<never>();
    const others = answers.of('page', () => failing.promise);
    const own = answers.of('page', async () => 'own');
    failing.reject(new Error('no'));
    expect(await errorOf(others)).toEqual(new Error('no'));
    expect(await errorOf(own)).toEqual(new Error('no'));
  });
});
