import { describe, expect, it } from 'vitest';
import { manualPromise, type ManualPromise } from '../../../test/harness/manual-promise.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { FewAtATime } from './few-at-a-time.js';

const turns = async (): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};

describe('a few at a time', () => {
  it('no more works run at once than may, and the others follow in order', async () => {
    const few = new FewAtATime(2, 10);
    const started: number[] = [];
    const ends = new Map<number, ManualPromise<void>>();
    const work = (n: number) => (): Promise<void> => {
      started.push(n);
      const end = manualPromise();
      ends.set(n, end);
      return end.promise;
    };
    const all = [1, 2, 3, 4].map((n) => few.run(work(n)));
    await turns();
    expect(started).toEqual([1, 2]);
    ends.get(2)?.resolve();
    await turns();
    expect(started).toEqual([1, 2, 3]);
    ends.get(1)?.resolve();
    ends.get(3)?.resolve();
    await turns();
    expect(started).toEqual([1, 2, 3, 4]);
    ends.get(4)?.resolve();
    await Promise.all(all);
  });

  it('a work that fails gives its place to the next, and fails alone', async () => {
    const few = new FewAtATime(1, 10);
    const failing = few.run(() => Promise.reject(new Error('no')));
    const following = few.run(() => Promise.resolve('yes'));

    expect(await errorOf(failing)).toEqual(new Error('no'));
    expect(await following).toBe('yes');
    expect(await few.run(() => Promise.resolve('again'))).toBe('again');
  });

  it('a place is held until it is given back, and goes to the next', async () => {
    const few = new FewAtATime(1, 10);
    const [first, second] = [new AbortController(), new AbortController()];
    await few.hold(first.signal);
    const waiting = few.hold(second.signal);
    const behind = few.run(() => Promise.resolve('behind'));
    first.abort();
    await waiting;
    expect(few.isIdle).toBe(false);
    second.abort();
    expect(await behind).toBe('behind');
    expect(few.isIdle).toBe(true);
  });

  it('who goes while waiting leaves the line, and takes no place, not even where the turn comes at that moment', async () => {
    const few = new FewAtATime(1, 1);
    const [holder, gone, late] = [new AbortController(), new AbortController(), new AbortController()];
    await few.hold(holder.signal);
    const left = errorOf(few.hold(gone.signal));
    gone.abort(new Error('gone'));
    expect(await left).toEqual(new Error('gone'));
    const turnedAway = errorOf(few.hold(late.signal));
    holder.abort();
    late.abort(new Error('gone, too'));
    expect(await turnedAway).toEqual(new Error('gone, too'));
    expect(await errorOf(few.hold(late.signal))).toEqual(new Error('gone, too'));
    expect(few.isIdle).toBe(true);
  });

  it('who would wait behind too many is refused with 503, and there is a free place again later', async () => {
    const few = new FewAtATime(1, 1);
    const end = manualPromise();
    const running = few.run(() => end.promise);
    const waiting = few.run(() => Promise.resolve());

    expect(await errorOf(few.run(() => Promise.resolve()))).toMatchObject({
      status: 503,
      options: { headers: { 'Retry-After': '5' } },
    });
    end.resolve();
    await Promise.all([running, waiting]);
    expect(await few.run(() => Promise.resolve('room'))).toBe('room');
  });

  it('security 35: turns go round between shares, and one may wait with no more than it leaves to others', async () => {
    const few = new FewAtATime(1, 10);
    const end = manualPromise();
    const started: string[] = [];
    const wait = (share: string, count: number): Promise<unknown>[] =>
      Array.from({ length: count }, () => few.run(async () => started.push(share), share));
    const running = few.run(() => end.promise);
    const flood = wait('account 1', 60).map((work) =>
      work.then(
        () => 200,
        () => 503,
      ),
    );
    const others = [...wait('account 2', 2), ...wait('system', 1)];
    end.resolve();
    await Promise.all([running, ...others]);

    expect((await Promise.all(flood)).filter((status) => status === 200)).toHaveLength(6);
    expect(started.slice(0, 5)).toEqual(['account 1', 'account 2', 'system', 'account 1', 'account 2']);
  });
});
