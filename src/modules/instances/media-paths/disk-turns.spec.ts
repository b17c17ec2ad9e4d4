import { describe, expect, it } from 'vitest';
import { type ManualPromise, manualPromise } from '../../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { DiskTurns } from './disk-turns.js';

/** Disks that answer when a test has them answer, in the order in which they were asked. */
function begun() {
  const [clock, asked] = [new MovedClock(), [] as string[]];
  const turns = new DiskTurns(clock);
  const open: ManualPromise<string>[] = [];
  const work = (name: string) => (): Promise<string> => {
    asked.push(name);
    const answer = manualPromise<string>();
    open.push(answer);
    return answer.promise;
  };
  const ask = (disk: string, name: string, ms = 10_000, late?: (done: string) => unknown): Promise<string> =>
    turns.within(disk, ms, work(name), late).catch((fault: { code: string }) => fault.code);
  const answer = async (text: string): Promise<void> => {
    open.shift()?.resolve(text);
    await clock.advance(0);
  };
  return { clock, turns, asked, open, ask, answer };
}

const TIMED_OUT = 'media_disk_timed_out';

describe('issue 23 §4: a disk that doesn’t answer', () => {
  it('is waited for no longer than was said; then 503 with Retry-After, and at once for whoever comes then', async () => {
    const { clock, turns, asked, ask } = begun();
    const first = ask('/nas', 'a');
    await clock.advance(9_999);
    const second = ask('/nas', 'b');
    await clock.advance(1);
    expect([await first, await ask('/nas', 'c')]).toEqual([TIMED_OUT, TIMED_OUT]);
    await expect(turns.within('/nas', 10_000, () => Promise.resolve())).rejects.toMatchObject({
      status: 503,
      options: { headers: { 'Retry-After': '10' } },
    });
    await clock.advance(9_999);
    expect([await second, asked, clock.pending]).toEqual([TIMED_OUT, ['a'], 0]);
  });

  it('that has answered at last is asked anew, and not what its callers have given up', async () => {
    const { clock, asked, ask, answer } = begun();
    const waited = [ask('/nas', 'a'), ask('/nas', 'b')];
    await clock.advance(10_000);
    expect(await Promise.all(waited)).toEqual([TIMED_OUT, TIMED_OUT]);
    await answer('late');
    const again = ask('/nas', 'c');
    await answer('in time');
    expect([await again, asked]).toEqual(['in time', ['a', 'c']]);
  });

  it('gives what comes too late to be put away within the same turn, and in time never', async () => {
    const { clock, asked, ask, answer } = begun();
    const [putAway, closing] = [[] as string[], manualPromise()];
    const late = (done: string): Promise<void> => {
      putAway.push(done);
      return closing.promise;
    };
    const first = ask('/nas', 'a', 10_000, late);
    await clock.advance(10_000);
    await answer('late');
    expect([await first, putAway]).toEqual([TIMED_OUT, ['late']]);
    const second = ask('/nas', 'b', 20_000, late);
    expect(asked).toEqual(['a']);
    closing.resolve();
    await clock.advance(0);
    await answer('in time');
    expect([await second, asked, putAway]).toEqual(['in time', ['a', 'b'], ['late']]);
  });

  it('that fails says so, and is asked anew', async () => {
    const { clock, turns, ask, answer } = begun();
    await expect(turns.within('/nas', 10_000, () => Promise.reject(new Error('planted')))).rejects.toThrow('planted');
    const again = ask('/nas', 'a');
    await answer('there');
    expect([await again, clock.pending]).toEqual(['there', 0]);
  });

  it('one thing at a time is done on a disk; who waits for an answer and who has bytes read take turns', async () => {
    const { turns, asked, ask, answer } = begun();
    const overs: (() => void)[] = [];
    const read = (name: string): void =>
      turns.take('/nas', 'read', (over) => {
        asked.push(name);
        overs.push(over);
      });
    read('bytes 1');
    read('bytes 2');
    const answers = [ask('/nas', 'a'), ask('/nas', 'b')];
    expect(asked).toEqual(['bytes 1']);
    overs.shift()?.();
    expect(asked).toEqual(['bytes 1', 'a']);
    await answer('first');
    expect(asked).toEqual(['bytes 1', 'a', 'bytes 2']);
    overs.shift()?.();
    await answer('second');
    expect([await Promise.all(answers), asked]).toEqual([
      ['first', 'second'],
      ['bytes 1', 'a', 'bytes 2', 'b'],
    ]);
  });

  it('what is open is closed before anything else, however many ask', async () => {
    const { turns, asked, ask, answer } = begun();
    const answers = [ask('/nas', 'a'), ask('/nas', 'b')];
    turns.take('/nas', 'read', (over) => {
      asked.push('bytes');
      over();
    });
    for (const name of ['close 1', 'close 2'])
      turns.take('/nas', 'close', (over) => {
        asked.push(name);
        over();
      });
    await answer('first');
    expect(asked).toEqual(['a', 'close 1', 'close 2', 'bytes', 'b']);
    await answer('second');
    expect(await Promise.all(answers)).toEqual(['first', 'second']);
  });

  it('leaves another one to others, and two that are dead leave half of the threads to the database', async () => {
    const { clock, asked, ask, open } = begun();
    const dead = ask('/nas', 'a');
    await clock.advance(10_000);
    expect(await dead).toBe(TIMED_OUT);
    const alive = ask('/local', 'b');
    open[1]?.resolve('there');
    expect(await alive).toBe('there');
    const [more, waiting] = [ask('/old', 'c'), ask('/local', 'd')];
    await clock.advance(10_000);
    expect([await more, await waiting, await ask('/local', 'e')]).toEqual([TIMED_OUT, TIMED_OUT, TIMED_OUT]);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('for whoever waits less, is silent sooner', async () => {
    const { clock, ask, answer } = begun();
    const long = ask('/nas', 'a');
    await clock.advance(1_000);
    expect(await ask('/nas', 'b', 1_000)).toBe(TIMED_OUT);
    const patient = ask('/nas', 'c');
    await answer('slow');
    await answer('slow too');
    expect([await long, await patient]).toEqual(['slow', 'slow too']);
  });

  it('has no more than 1,024 wait for it', async () => {
    const { clock, asked, ask } = begun();
    const all = Array.from({ length: 1_025 }, (_, at) => ask('/nas', String(at)));
    expect(await ask('/nas', 'one more')).toBe(TIMED_OUT);
    const elsewhere = ask('/local', 'there');
    await clock.advance(10_000);
    expect(new Set(await Promise.all([...all, elsewhere]))).toEqual(new Set([TIMED_OUT]));
    expect([asked, clock.pending]).toEqual([['0', 'there'], 0]);
  });
});
