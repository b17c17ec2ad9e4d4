import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts } from '../../../../test/harness/full-counts.js';
import { insertRequest } from '../../../../test/harness/ledger-fixture.js';
import { ObservationFixture } from '../../../../test/harness/observation-fixture.js';
import { RequestDecided } from '../../requests/requests.public.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let fixture: ObservationFixture;
beforeEach(async () => {
  fixture = await ObservationFixture.open();
});
afterEach(() => fixture.close());

describe('doc2 §6 availability: a film', () => {
  it('is told once when its file is there, whatever becomes of it afterwards, also over restarts', async () => {
    await fixture.begin();
    const id = await fixture.request({ tmdbId: 603 });
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    fixture.libraries.films.add(603);
    await fixture.sweep();
    expect([await fixture.told(), fixture.woken]).toEqual([[[id]], 1]);
    for (const again of [false, true, false, true]) {
      if (again) fixture.libraries.films.add(603);
      else fixture.libraries.films.delete(603);
      fixture.restart();
      await fixture.clock.advance(5 * MINUTE);
      await fixture.sweep();
    }
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('a report without a file tells nothing: only the library counts', async () => {
    await fixture.begin();
    await fixture.request({ tmdbId: 603 });
    for (let n = 0; n < 3; n += 1) await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
  });

  it('issue 43 C14: what comes beside a film whose row can’t be read is told, and that film once it can', async () => {
    await fixture.begin();
    const [first, odd] = [await fixture.request({ tmdbId: 603 }), await fixture.request({ tmdbId: 604, key: '604' })];
    await fixture.sweep();
    fixture.libraries.unread.add(604);
    for (const tmdbId of [603, 604]) fixture.libraries.films.add(tmdbId);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[first]]);
    expect(fixture.problems()).toEqual(['The library Library films has rows that can not be read.']);
    fixture.libraries.unread.clear();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[first], [odd]]);
    expect(fixture.problems()).toEqual([]);
    for (const isOdd of [true, false]) {
      if (isOdd) fixture.libraries.unread.add(604);
      else fixture.libraries.unread.clear();
      await fixture.sweep();
    }
    expect(await fixture.told()).toHaveLength(2);
  });

  it('issue 43 C14: one of before the baseline, whose row can’t be read at first, isn’t told when it can', async () => {
    await fixture.request({ tmdbId: 603 });
    fixture.libraries.films.add(603);
    fixture.libraries.unread.add(603);
    await fixture.begin();
    for (let n = 0; n < 2; n += 1) await fixture.sweep();
    fixture.libraries.unread.clear();
    for (let n = 0; n < 2; n += 1) await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
  });

  it('of two accounts in one library within a minute is one message, of two libraries two', async () => {
    await fixture.begin();
    const film = { tmdbId: 603, key: '603' };
    const [one, two] = [await fixture.request({ ...film, userId: 1 }), await fixture.request({ ...film, userId: 2 })];
    const other = await fixture.request({ ...film, instanceId: 'films 2' });
    await fixture.sweep();
    fixture.libraries.films.add(603);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[one, two], [other]]);
  });

  it('finds a request within ten minutes that no event announced', async () => {
    await fixture.begin();
    await fixture.sweep();
    const id = await fixture.database.write((tx) => insertRequest(tx));
    fixture.libraries.films.add(603);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    await fixture.clock.advance(10 * 60_000);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('issue 24, Speed: many decisions in a row cost one look into the library', async () => {
    await fixture.begin();
    await fixture.request({ tmdbId: 603 });
    fixture.jobs.start();
    await fixture.sweep();
    fixture.libraries.reads.length = 0;
    for (let n = 0; n < 20; n += 1) {
      await fixture.events.publish(new RequestDecided(n));
      await fixture.clock.advance(50);
    }
    expect(fixture.libraries.reads).toEqual([]);
    await fixture.clock.advance(1_000);
    // One for all of them, and this one.
    await fixture.sweep();
    expect(fixture.libraries.reads).toHaveLength(2);
  });

  it('completed receipts need no polling: their library is not read any more', async () => {
    await fixture.begin();
    await fixture.request({ tmdbId: 603 });
    fixture.libraries.films.add(603);
    await fixture.sweep();
    fixture.libraries.reads.length = 0;
    await fixture.sweep();
    fixture.restart();
    await fixture.sweep();
    expect(fixture.libraries.reads).toEqual([]);
  });

  it.each([
    ['waits for a decision', { status: 'pending' as const }],
    ['was denied', { status: 'denied' as const }],
    ['was forgotten', { forgottenAt: 1 }],
    ['has lost its library', { instanceId: null }],
  ])('a request that %s is not looked for', async (_case, of) => {
    await fixture.begin();
    await fixture.request(of);
    await fixture.sweep();
    expect(fixture.libraries.reads).toEqual([]);
  });

  it('a library that can not be read is unknown and named to administrators, until it is read again', async () => {
    await fixture.begin();
    const id = await fixture.request({ tmdbId: 603 });
    await fixture.sweep();
    fixture.libraries.films.add(603);
    fixture.libraries.unreadable.add('films');
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    expect(fixture.problems()).toEqual(['The library Library films can not be read.']);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect([await fixture.told(), fixture.problems()]).toEqual([[[id]], []]);
  });
});

describe('doc2 §6 availability: baselines', () => {
  it('files that were there, and files first seen during the baseline, are not told; later ones are', async () => {
    fixture.libraries.films.add(1);
    await fixture.request({ tmdbId: 1 });
    await fixture.request({ tmdbId: 2 });
    const third = await fixture.request({ tmdbId: 3 });
    await fixture.begin();
    fixture.libraries.unreadable.add('films');
    await fixture.sweep();
    fixture.libraries.films.add(2);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    fixture.libraries.films.add(3);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[third]]);
  });

  it('changing the destination begins a new one; what came while it was off is not replayed', async () => {
    await fixture.begin();
    await fixture.request({ tmdbId: 1 });
    await fixture.sweep();
    fixture.chat.isTelling = false;
    await fixture.sweep();
    fixture.libraries.films.add(1);
    fixture.chat.isTelling = true;
    await fixture.begin();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
  });

  it('belongs to the destination: another goes on telling', async () => {
    await fixture.begin('chat');
    const id = await fixture.request({ tmdbId: 1 });
    await fixture.sweep();
    fixture.push.isTelling = true;
    await fixture.begin('push');
    fixture.libraries.films.add(1);
    await fixture.sweep();
    expect([await fixture.told('chat'), await fixture.told('push')]).toEqual([[[id]], []]);
  });

  it('a destination that never began one begins it at the first sweep', async () => {
    fixture.libraries.films.add(1);
    await fixture.request({ tmdbId: 1 });
    const later = await fixture.request({ tmdbId: 2 });
    await fixture.sweep();
    fixture.libraries.films.add(2);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[later]]);
  });

  it('a request that is made afterwards is told even if its file came before the first look', async () => {
    await fixture.begin();
    const id = await fixture.request({ tmdbId: 1 });
    fixture.libraries.films.add(1);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });
});

describe('issue 24, Speed and storage', () => {
  it('an unchanged library writes nothing, however many days pass', async () => {
    await fixture.begin();
    fixture.libraries.importEpisodes(81, 1, [1, 2]);
    fixture.libraries.films.add(1);
    await fixture.request({ tmdbId: 1 });
    await fixture.request({ tmdbId: 2 });
    await fixture.series();
    await fixture.request({ mediaType: 'music', key: 'a group', instanceId: 'music' });
    await fixture.request({ mediaType: 'book', key: 'hc:1', instanceId: 'books', bookFormat: 'both' });
    await fixture.sweep();
    const { commits } = fixture.database;
    for (let day = 0; day < counts({ always: 60, full: 365 }); day += 1) {
      if (day % 25 === 0) fixture.restart();
      await fixture.sweep();
      await fixture.clock.advance(DAY);
    }
    expect(fixture.database.commits).toBe(commits);
    expect(await fixture.told()).toHaveLength(1);
  });

  it('nothing is read of requests or libraries while no destination tells availability', async () => {
    fixture.chat.isTelling = false;
    await fixture.request();
    const { commits } = fixture.database;
    await fixture.sweep();
    expect([fixture.libraries.reads, fixture.database.commits]).toEqual([[], commits]);
  });

  it('two processes at once tell once', async () => {
    await fixture.begin();
    const id = await fixture.request({ tmdbId: 1 });
    await fixture.sweep();
    const first = fixture.jobs;
    fixture.restart();
    await fixture.sweep();
    fixture.libraries.films.add(1);
    await Promise.all([first.runNow('notifications.observe'), fixture.sweep()]);
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('a write that fails leaves nothing behind, and the next sweep tells', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [1]);
    const add = fixture.messages.add.bind(fixture.messages);
    fixture.messages.add = () => Promise.reject(new Error('the disk is full'));
    await expect(fixture.sweep()).rejects.toThrow('the disk is full');
    fixture.messages.add = add;
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });
});
