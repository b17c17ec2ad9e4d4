import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { DiskPatience } from './disk-patience.js';

/** A disk that answers when it is told to. */
class HeldDisk {
  readonly asked: string[] = [];
  private readonly waiting: ((there: boolean) => void)[] = [];

  ask(question: string): () => Promise<boolean> {
    return () => {
      this.asked.push(question);
      return new Promise((resolve) => this.waiting.push(resolve));
    };
  }

  answer(there: boolean): void {
    this.waiting.shift()?.(there);
  }
}

function begun() {
  const [clock, disk] = [new MovedClock(), new HeldDisk()];
  const patience = new DiskPatience(clock);
  const ask = (question: string): Promise<boolean> => patience.answer('/media', question, disk.ask(question));
  return { clock, disk, patience, ask };
}

describe('issue 23 §4: a disk that doesn’t answer holds nobody up', () => {
  it('after a second the answer is false, and at once for whoever asks then', async () => {
    const { clock, disk, ask } = begun();
    const first = ask('films');
    await clock.advance(1_000);
    expect([await first, await ask('films'), await ask('series')]).toEqual([false, false, false]);
    expect([disk.asked, clock.pending]).toEqual([['films'], 0]);
  });

  it('once it has answered it is asked anew, and what waited behind the question is not', async () => {
    const { clock, disk, ask } = begun();
    const waited = [ask('films'), ask('series')];
    await clock.advance(1_000);
    expect(await Promise.all(waited)).toEqual([false, false]);
    disk.answer(true);
    await clock.advance(0);
    const again = ask('films');
    await clock.advance(0);
    disk.answer(true);
    expect([await again, disk.asked]).toEqual([true, ['films', 'films']]);
  });

  it('one question is asked at a time, and the same one once for all who want to know', async () => {
    const { clock, disk, ask } = begun();
    const answers = [ask('films'), ask('films'), ask('series')];
    await clock.advance(0);
    expect(disk.asked).toEqual(['films']);
    disk.answer(true);
    await clock.advance(0);
    expect(disk.asked).toEqual(['films', 'series']);
    disk.answer(false);
    expect([await Promise.all(answers), clock.pending]).toEqual([[true, true, false], 0]);
  });

  it('another disk answers meanwhile', async () => {
    const { clock, patience, ask } = begun();
    const hanging = ask('films');
    await clock.advance(1_000);
    expect(await patience.answer('/other', 'films', () => Promise.resolve(true))).toBe(true);
    expect(await hanging).toBe(false);
  });

  it('a disk that fails says so to all who wait, and is asked anew', async () => {
    const { patience, clock } = begun();
    const failing = () => patience.answer('/media', 'films', () => Promise.reject(new Error('planted')));
    await expect(failing()).rejects.toThrow('planted');
    expect(await patience.answer('/media', 'films', () => Promise.resolve(true))).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
