import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RenewalLease, type LeaseMessage } from './renewal-lease.js';

/** Work that ends when a test says so. */
class Work {
  begun = false;
  end: () => void = () => undefined;

  readonly run = (): Promise<void> => {
    this.begun = true;
    return new Promise((resolve) => (this.end = resolve));
  };
}

describe('issue 22, session: on plain HTTP one tab after the other renews', () => {
  const tabs = new Map<string, RenewalLease>();
  /** Tabs that the browser has closed or frozen: nobody hears them, and they hear nobody. */
  const silent = new Set<string>();
  let said: LeaseMessage[];

  beforeEach(() => {
    vi.useFakeTimers();
    tabs.clear();
    silent.clear();
    said = [];
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function tab(name: string): RenewalLease {
    const lease = new RenewalLease(name, (message) => {
      if (silent.has(name)) return;
      said.push(message);
      for (const [other, hearing] of tabs)
        if (other !== name && !silent.has(other)) void Promise.resolve().then(() => hearing.hear(message));
    });
    tabs.set(name, lease);
    return lease;
  }

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  it('a tab that is alone renews after a moment, and gives back what its work gives', async () => {
    const renewed = tab('a').request(() => Promise.resolve('renewed'));
    await pass(50);
    expect(await renewed).toBe('renewed');
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('of two that want to at once (%s first) one waits until the other has ended', async (...names) => {
    for (const name of ['a', 'b']) tab(name);
    const works = { a: new Work(), b: new Work() };
    for (const name of names as ('a' | 'b')[]) void tabs.get(name)?.request(works[name].run);
    await pass(1_000);
    expect([works.a.begun, works.b.begun]).toEqual([true, false]);
    works.a.end();
    await pass(100);
    expect(works.b.begun).toBe(true);
  });

  it('one that comes while another renews waits, however long that takes', async () => {
    const [early, late] = [new Work(), new Work()];
    void tab('z').request(early.run);
    await pass(100);
    void tab('a').request(late.run);
    await pass(60_000);
    expect([early.begun, late.begun]).toEqual([true, false]);
    early.end();
    await pass(100);
    expect(late.begun).toBe(true);
  });

  it('three that want to at once come one after the other', async () => {
    const works = ['c', 'a', 'b'].map((name) => {
      const work = new Work();
      void tab(name).request(work.run);
      return work;
    });
    for (let ended = 0; ended < 3; ended += 1) {
      await pass(200);
      const running = works.filter(({ begun }) => begun);
      expect(running).toHaveLength(ended + 1);
      for (const { end } of running) end();
    }
  });

  it('a failure of the work is passed on, and lets the next one go on', async () => {
    const failing = tab('a').request(() => Promise.reject(new Error('no network')));
    const refused = expect(failing).rejects.toThrow('no network');
    const next = new Work();
    void tab('b').request(next.run);
    await pass(200);
    await refused;
    expect(next.begun).toBe(true);
  });

  it('a tab that was closed while it renewed holds nobody up for more than five seconds', async () => {
    void tab('a').request(new Work().run);
    await pass(100);
    const next = new Work();
    void tab('b').request(next.run);
    await pass(100);
    silent.add('a');
    await pass(4_000);
    expect(next.begun).toBe(false);
    await pass(1_500);
    expect(next.begun).toBe(true);
  });

  it('two that both renew, since one was frozen meanwhile, say so once each time, and not to each other without end', async () => {
    void tab('a').request(new Work().run);
    await pass(100);
    const next = new Work();
    void tab('b').request(next.run);
    await pass(100);
    silent.add('a');
    await pass(6_000);
    expect(next.begun).toBe(true);
    silent.clear();
    said = [];
    await pass(2_000);
    expect(said.length).toBeLessThanOrEqual(3);
  });
});
