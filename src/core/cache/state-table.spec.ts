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
    expect([table.size, table.get('first'), table.get('third')]).toEqual([3, 0, undefined]);
    expect(table.values()).toEqual([0, 2, 99_999]);
  });

  it('issue 19 §5: a flood by one client ends its own entries and nobody else’s', () => {
    const clock = new MovedClock();
    const table = new StateTable<string>({ clock, maxEntries: 5 });
    table.put('ana', 'ana', 10_000, '203.0.113.1');
    table.put('ben', 'ben', 10_000, '203.0.113.2');
    for (let n = 0; n < 1_000; n += 1) table.put(`flood-${n}`, `flood-${n}`, 10_000, '198.51.100.9');
    expect(table.values()).toEqual(['ana', 'ben', 'flood-0', 'flood-1', 'flood-999']);
    table.put('cleo', 'cleo', 10_000, '203.0.113.3');
    expect(table.values()).toEqual(['ana', 'ben', 'flood-0', 'flood-1', 'cleo']);
  });

  it('issue 43 A7: where every holder has as many entries, the newest of the others goes', () => {
    const table = new StateTable<string>({ clock: new MovedClock(), maxEntries: 3 });
    for (const name of ['ana', 'ben', 'cleo', 'dora', 'eva']) table.put(name, name, 10_000, name);
    expect(table.values()).toEqual(['ana', 'ben', 'eva']);
  });

  it('issue 43 A7: many holders of one group end the entries of their group alone', () => {
    const groupOf = (holder: string): string => holder.split('/', 1)[0] ?? '';
    const table = new StateTable<string>({ clock: new MovedClock(), maxEntries: 6, groupOf });
    table.put('ana', 'ana', 10_000, 'home/1');
    table.put('ben', 'ben', 10_000, 'home/1');
    for (let n = 0; n < 100; n += 1) table.put(`flood-${n}`, `flood-${n}`, 10_000, `far/${n}`);
    table.put('cleo', 'cleo', 10_000, 'home/2');
    expect(table.values()).toEqual(['ana', 'ben', 'flood-0', 'flood-1', 'flood-2', 'cleo']);
  });

  it('issue 43 A7: of a group, the holder with the most entries ends the newest of its own', () => {
    const groupOf = (): string => 'one';
    const table = new StateTable<string>({ clock: new MovedClock(), maxEntries: 4, groupOf });
    const put = (name: string, holder: string): void => table.put(name, name, 10_000, holder);
    put('a1', 'a');
    put('a2', 'a');
    put('b1', 'b');
    put('c1', 'c');
    put('d1', 'd');
    expect(table.values()).toEqual(['a1', 'b1', 'c1', 'd1']);
  });

  it('issue 43 A7: an entry that is put again keeps its age, and nothing else goes for it', () => {
    const table = new StateTable<string>({ clock: new MovedClock(), maxEntries: 3 });
    for (const name of ['ana', 'ben', 'cleo']) table.put(name, name, 10_000, name);
    table.put('ana', 'ana again', 10_000, 'ana');
    expect(table.values()).toEqual(['ana again', 'ben', 'cleo']);
    table.put('dora', 'dora', 10_000, 'dora');
    expect(table.values()).toEqual(['ana again', 'ben', 'dora']);
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
    expect(table.values()).toEqual(['again', 'first', 'second', 'fourth']);
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
