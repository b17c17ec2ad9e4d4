import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { manualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { RecordedMeter } from '../../../test/harness/recorded-meter.js';
import { silentMeter } from '../metrics/meter.js';
import { WriteQueue } from './turns.js';

describe('WriteQueue', () => {
  it('runs any work one at a time in the order of the calls, whatever fails and however long each takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() })), async (pieces) => {
        const queue = new WriteQueue(new MovedClock(), silentMeter);
        const seen: string[] = [];
        const outcomes = await Promise.allSettled(
          pieces.map(({ turns, fails }, number) =>
            queue.run(async () => {
              seen.push(`${number} begins`);
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              seen.push(`${number} ends`);
              if (fails) throw new Error(String(number));
              return number;
            }),
          ),
        );
        expect(seen).toEqual(pieces.flatMap((_, number) => [`${number} begins`, `${number} ends`]));
        expect(outcomes.map((outcome) => outcome.status)).toEqual(
          pieces.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
      }),
    );
  });

  it('is drained when all that was queued has settled', async () => {
    const queue = new WriteQueue(new MovedClock(), silentMeter);
    let done = 0;
    const work = async (): Promise<void> => {
      await Promise.resolve();
      done += 1;
    };
    void queue.run(work);
    void queue.run(work);
    await queue.drained();
    expect(done).toBe(2);
  });

  it('says how long each piece waited and ran, failed ones too, and how many wait', async () => {
    const [clock, meter] = [new MovedClock(), new RecordedMeter()];
    const queue = new WriteQueue(clock, meter);
    const [first, second] = [manualPromise(), manualPromise()];
    const outcomes = Promise.allSettled([queue.run(() => first.promise), queue.run(() => second.promise)]);
    await clock.advance(30);
    first.reject(new Error('no'));
    await clock.advance(20);
    second.resolve();
    await outcomes;
    expect(meter.writes).toEqual([
      { waitedMs: 0, ranMs: 30 },
      { waitedMs: 30, ranMs: 20 },
    ]);
    expect(meter.queue).toEqual([1, 2, 1, 0]);
  });
});
