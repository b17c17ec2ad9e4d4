import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { StateTable } from './state-table.js';

describe('StateTable', () => {
  it('holds each value until its own time is up', async () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 8 });
    table.put('short', 'a', 1_000);
    table.put('long', 'b', 2_000);
    await clock.advance(999);
    expect([table.get('short'), table.get('long')]).toEqual(['a', 'b']);
    await clock.advance(1);
    expect([table.get('short'), table.get('long'), table.values()]).toEqual([undefined, 'b', ['b']]);
    await clock.advance(1_000);
    expect([table.get('long'), table.values(), table.size]).toEqual([undefined, [], 0]);
  });

  it('a value that is put again has its time anew, and may be deleted', async () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 8 });
    table.put('key', 'a', 1_000);
    await clock.advance(900);
    table.put('key', 'b', 1_000);
    await clock.advance(900);
    expect(table.get('key')).toBe('b');
    table.delete('key');
    expect(table.get('key')).toBeUndefined();
  });

  it('security 28: a flood of entries never grows it, and those whose time is up go before any other', async () => {
    const clock = new MovedClock();
    const table = new StateTable<number>({ clock, maxEntries: 3 });
    table.put('first', 0, 10_000);
    table.put('over', 1, 1);
    await clock.advance(1);
    table.put('second', 2, 10_000);
    table.put('third', 3, 10_000);
    expect(table.values()).toEqual([0, 2, 3]);
    for (let n = 0; n < 100_000; n += 1) table.put(`key-${n}`, n, 10_000);
    expect([table.size, table.get('first'), table.get('key-99999')]).toEqual([3, undefined, 99_999]);
  });

  it('issue 19 §5: a flood by one client ends its own entries and nobody else’s', () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 10 });
    table.put('ana', 'ana', 10_000, '203.0.113.1');
    table.put('ben', 'ben', 10_000, '203.0.113.2');
    for (let n = 0; n < 1_000; n += 1) table.put(`flood-${n}`, `flood-${n}`, 10_000, '198.51.100.9');
    expect(table.values()).toEqual([
      'ana',
      'ben',
      ...[992, 993, 994, 995, 996, 997, 998, 999].map((n) => `flood-${n}`),
    ]);
    table.put('cleo', 'cleo', 10_000, '203.0.113.3');
    expect([table.get('cleo'), table.get('ana'), table.get('flood-992')]).toEqual(['cleo', 'ana', undefined]);
  });

  it('counts what a client holds at this moment: an entry that is put again, deleted or over is one no more', async () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 4 });
    for (let n = 0; n < 50; n += 1) table.put(`deleted-${n}`, '', 10_000, 'ana');
    for (let n = 0; n < 50; n += 1) table.delete(`deleted-${n}`);
    for (let n = 0; n < 50; n += 1) table.put('same', 'again', 10_000, 'ana');
    for (let n = 0; n < 3; n += 1) table.put(`over-${n}`, '', 1, 'ana');
    await clock.advance(1);
    table.put('first', 'first', 10_000, 'ben');
    table.put('second', 'second', 10_000, 'ben');
    table.put('third', 'third', 10_000, 'ben');
    table.put('fourth', 'fourth', 10_000, 'cleo');
    expect(table.values()).toEqual(['again', 'second', 'third', 'fourth']);
  });

  it('says for how long an entry stays, and 0 where there is none', async () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 2 });
    table.put('a', 'a', 10_000);
    await clock.advance(4_000);
    expect([table.timeLeft('a'), table.timeLeft('b')]).toEqual([6_000, 0]);
    await clock.advance(6_001);
    expect(table.timeLeft('a')).toBe(0);
  });

  it('refuses a bound that makes no sense', () => {
    expect(() => new StateTable({ clock: new MovedClock(), maxEntries: 0 })).toThrow(RangeError);
  });
});
