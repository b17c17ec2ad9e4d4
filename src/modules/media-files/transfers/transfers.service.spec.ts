import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../../test/harness/thrown-by.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { RecordedMeter } from '../../../../test/harness/recorded-meter.js';
import { TransfersService } from './transfers.service.js';

function begun() {
  const [clock, meter] = [new MovedClock(), new RecordedMeter()];
  return { clock, meter, transfers: new TransfersService(clock, meter) };
}

describe('issue 23 §4: places for files that are sent', () => {
  it('an account has eight, others still get in, and one that is over leaves its place', () => {
    const { transfers } = begun();
    const own = Array.from({ length: 8 }, () => transfers.begin(1));
    expect(thrownBy(() => transfers.begin(1))).toMatchObject({
      status: 429,
      options: { headers: { 'Retry-After': '10' } },
    });
    transfers.begin(2);
    own[3]?.end();
    own[3]?.end();
    transfers.begin(1);
    expect(thrownBy(() => transfers.begin(1))).toMatchObject({ status: 429 });
  });

  it('there are 64 in all', () => {
    const { transfers } = begun();
    for (let n = 0; n < 64; n += 1) transfers.begin(Math.floor(n / 8));
    expect(thrownBy(() => transfers.begin(99))).toMatchObject({
      status: 503,
      options: { headers: { 'Retry-After': '10' } },
    });
  });

  it('when the server stops all of them are broken off, and none begins', () => {
    const { transfers } = begun();
    const running = transfers.begin(1);
    transfers.onModuleDestroy();
    expect(running.broken.aborted).toBe(true);
    expect(thrownBy(() => transfers.begin(1))).toMatchObject({ status: 503 });
  });

  it('are measured: how many there are, how they end and their bytes', () => {
    const { transfers, meter } = begun();
    const [whole, left, lost] = [transfers.begin(1), transfers.begin(1), transfers.begin(1)];
    for (const one of [whole, left, lost]) one?.expect(10);
    whole?.countSent(4);
    whole?.countSent(6);
    left?.countSent(3);
    lost?.break();
    for (const one of [whole, left, lost]) one?.end();
    expect([meter.transfers, meter.transferBytes]).toEqual([
      ['began', 'began', 'began', 'complete', 'aborted', 'ended'],
      13,
    ]);
  });
});

describe('security 12: the right to a file that is being sent', () => {
  it('is judged every five seconds, and ends the transfer when it has gone', async () => {
    const { clock, transfers } = begun();
    const transfer = transfers.begin(1);
    const judged: number[] = [];
    let holds = true;
    transfer.watch(() => {
      judged.push(clock.monotonic());
      return holds ? Promise.resolve() : Promise.reject(new Error('gone'));
    });
    await clock.advance(10_000);
    expect([judged, transfer.broken.aborted]).toEqual([[5_000, 10_000], false]);
    holds = false;
    await clock.advance(5_000);
    expect(transfer.broken.aborted).toBe(true);
    transfer.end();
    expect(clock.pending).toBe(0);
  });

  it('that can’t be judged within five seconds is none: ten seconds are the longest that it outlives', async () => {
    const { clock, transfers } = begun();
    const transfer = transfers.begin(1);
    transfer.watch(() => new Promise(() => undefined));
    await clock.advance(9_999);
    expect(transfer.broken.aborted).toBe(false);
    await clock.advance(1);
    expect(transfer.broken.aborted).toBe(true);
  });

  it('is not judged once the transfer is over', async () => {
    const { clock, transfers } = begun();
    const transfer = transfers.begin(1);
    transfer.end();
    transfer.watch(() => Promise.reject(new Error('asked')));
    expect(clock.pending).toBe(0);
    await clock.advance(20_000);
    expect(transfer.broken.aborted).toBe(false);
  });
});
