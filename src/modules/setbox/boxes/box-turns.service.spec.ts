import { beforeEach, describe, expect, it } from 'vitest';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { BoxTurnsService } from './box-turns.service.js';

const BUSY = { status: 409, options: { body: { code: 'busy' } } };

describe('issue 25: one box, one operation', () => {
  let clock: MovedClock;
  let turns: BoxTurnsService;

  beforeEach(() => {
    clock = new MovedClock();
    turns = new BoxTurnsService(clock);
  });

  it('a second one waits until the first has ended, however that ends', async () => {
    const first = manualPromise<void>();
    const ended = turns.take('den', () => first.promise);
    const second = turns.take('den', () => Promise.resolve('second'));
    await clock.advance(1_999);
    first.reject(new Error('planted'));
    await expect(ended).rejects.toThrow('planted');
    expect(await second).toBe('second');
  });

  it('after two seconds it is busy, and its work never begins', async () => {
    const first = manualPromise<void>();
    const ended = turns.take('den', () => first.promise);
    let begun = false;
    const second = turns.take('den', () => Promise.resolve((begun = true)));
    const refused = expect(second).rejects.toMatchObject(BUSY);
    await clock.advance(2_000);
    await refused;
    first.resolve();
    await ended;
    expect(begun).toBe(false);
  });

  it('of several that wait one goes on, and the others wait on within their own two seconds', async () => {
    const [first, second] = [manualPromise<void>(), manualPromise<void>()];
    const ended = turns.take('den', () => first.promise);
    const waiting = [turns.take('den', () => second.promise), turns.take('den', () => Promise.resolve())];
    const refused = expect(waiting[1]).rejects.toMatchObject(BUSY);
    await clock.advance(1_000);
    first.resolve();
    await ended;
    await clock.advance(1_000);
    await refused;
    second.resolve();
    await waiting[0];
  });

  it('boxes don’t wait for each other', async () => {
    const first = manualPromise<void>();
    const ended = turns.take('den', () => first.promise);
    expect(await turns.take('loft', () => Promise.resolve('loft'))).toBe('loft');
    first.resolve();
    await ended;
  });
});
