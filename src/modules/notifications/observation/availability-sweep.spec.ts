import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObservationFixture } from '../../../../test/harness/observation-fixture.js';
import { DispatchRow } from '../../requests/jobs/dispatch-row.entity.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let fixture: ObservationFixture;
beforeEach(async () => {
  fixture = await ObservationFixture.open();
});
afterEach(() => fixture.close());

const { stringify } = JSON;

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
    expect(fixture.diagnostics.problems()).toEqual(['The library Library films can not be read.']);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([[[id]], []]);
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

describe('doc2 §6 availability: series', () => {
  const lists = () => fixture.libraries.reads.filter((read) => read.startsWith('list'));

  it('newly imported episodes of the requested seasons are told, several of one reading at once', async () => {
    await fixture.begin();
    fixture.libraries.importEpisodes(81, 1, [1, 2]);
    fixture.libraries.importEpisodes(81, 2, [1]);
    const id = await fixture.series({ seasonScope: '1,2', seasonMap: '1:1,2:3' });
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    await fixture.delivered(id);
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 2, [2]);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    fixture.libraries.importEpisodes(81, 1, [3, 4]);
    fixture.libraries.importEpisodes(81, 3, [1]);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
    await fixture.clock.advance(MINUTE);
    fixture.libraries.importEpisodes(81, 1, [5]);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id], [id]]);
  });

  it('an upgrade and a re-import are silent', async () => {
    await fixture.begin();
    await fixture.series();
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [1, 2]);
    await fixture.sweep();
    await fixture.clock.advance(MINUTE);
    fixture.libraries.importEpisodes(81, 1, [1], 9);
    await fixture.sweep();
    fixture.libraries.series.get(81)?.get(1)?.clear();
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [1, 2], 5);
    fixture.restart();
    await fixture.sweep();
    expect(await fixture.told()).toHaveLength(1);
  });

  it('a pilot is that episode alone', async () => {
    await fixture.begin();
    const id = await fixture.series({ seasonScope: 'pilot' });
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [2]);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    fixture.libraries.importEpisodes(81, 1, [1, 3]);
    await fixture.sweep();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('what was imported between the acceptance and the first look is told, what was there before is not', async () => {
    await fixture.begin();
    fixture.libraries.importEpisodes(81, 1, [1]);
    const [lacking, there] = [await fixture.series({ userId: 1 }), await fixture.series({ userId: 2 })];
    await fixture.delivered(lacking);
    await fixture.delivered(there, 'available');
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[lacking]]);
  });

  it('a full reading is passed over while the key is the same, for five minutes; every restart forces one', async () => {
    await fixture.begin();
    const id = await fixture.series();
    fixture.libraries.importEpisodes(81, 1, [1]);
    await fixture.sweep();
    await fixture.sweep();
    expect(lists()).toHaveLength(1);
    await fixture.clock.advance(5 * MINUTE - 1);
    await fixture.sweep();
    expect(lists()).toHaveLength(1);
    await fixture.clock.advance(1);
    await fixture.sweep();
    expect(lists()).toHaveLength(2);
    fixture.restart();
    await fixture.sweep();
    expect(lists()).toHaveLength(3);
    await fixture.delivered(id);
    await fixture.sweep();
    expect(lists()).toHaveLength(4);
    fixture.libraries.importEpisodes(81, 1, [1], 7);
    await fixture.sweep();
    expect(lists()).toHaveLength(5);
    await fixture.change(id, { title: 'Another title' });
    await fixture.sweep();
    expect(lists()).toHaveLength(5);
  });

  it('a file that took the place of another of the same size is found within five minutes', async () => {
    await fixture.begin();
    const id = await fixture.series();
    fixture.libraries.importEpisodes(81, 1, [1]);
    await fixture.sweep();
    fixture.libraries.series.get(81)?.get(1)?.clear();
    fixture.libraries.importEpisodes(81, 1, [2]);
    await fixture.clock.advance(5 * MINUTE);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('a list that can not be read is unknown, and is read at the next sweep', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [1]);
    fixture.libraries.unreadable.add('series lists');
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([
      [],
      ['The library Library series can not be read.'],
    ]);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([[[id]], []]);
  });

  it.each([
    ['were saved before seasons were kept', { seasonMap: '', seasonScope: 'all' }],
    ['name specials', { seasonScope: '0,1' }],
    ['have no series of the library', { tvdbId: null }],
  ])('selections that %s are passed over without a word, and taken out of what waits to be sent', async (_case, of) => {
    await fixture.begin();
    const id = await fixture.series(of);
    fixture.libraries.importEpisodes(81, 1, [1]);
    await fixture.sweep();
    expect([fixture.libraries.reads, fixture.diagnostics.problems()]).toEqual([[], []]);
    expect(await atDelivery(id)).toEqual({ cancel: expect.any(String) });
    const film = await fixture.request();
    expect(await atDelivery(id, film)).toEqual({ requestIds: [film] });
  });

  it('a match that has changed is unknown and named; after the repair the first reading is only a baseline', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    await override({ mode: 'custom', revision: 'second' });
    fixture.libraries.importEpisodes(81, 1, [1]);
    fixture.libraries.importEpisodes(82, 1, [1, 2]);
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([
      [],
      ['The match of the series Dark needs attention.'],
    ]);
    expect(await atDelivery(id)).toEqual({ wait: expect.any(String) });
    await fixture.change(id, { tvdbId: 82, matchRevision: 'second' });
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([[], []]);
    fixture.libraries.importEpisodes(82, 1, [3]);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
    expect(await atDelivery(id)).toEqual({ requestIds: [id] });
  });

  it('a match that an administrator has paused is quiet, and what waits to be sent goes on waiting', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    await override({ mode: 'paused', revision: 'paused' });
    fixture.libraries.importEpisodes(81, 1, [1]);
    await fixture.sweep();
    expect([await fixture.told(), fixture.diagnostics.problems()]).toEqual([[], []]);
    expect(await atDelivery(id)).toEqual({ wait: expect.any(String) });
    await fixture.database.write((tx) => fixture.matches.dropOverride(tx, 80));
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('a delivery that waits for an administrator to say which series is meant is named, too', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.database.write((tx) =>
      tx.update(DispatchRow, { requestId: id }, { state: 'attention', code: 'tv_match_ambiguous' }),
    );
    await fixture.sweep();
    expect(fixture.diagnostics.problems()).toEqual(['The match of the series Dark needs attention.']);
  });

  const override = (of: { mode: 'custom' | 'paused'; revision: string }) =>
    fixture.database.write((tx) =>
      fixture.matches.setOverride(tx, { tmdbId: 80, tvdbId: 82, seasonMap: '', updatedBy: 1, updatedAt: 1, ...of }),
    );
  const atDelivery = (...ids: readonly number[]) => fixture.database.read((tx) => fixture.atDelivery.judge(tx, ids));
});

describe('doc2 §6 availability: books and albums', () => {
  const book = { mediaType: 'book', key: 'hc:1', instanceId: 'books', bookFormat: 'both', tmdbId: 0 } as const;
  const album = { mediaType: 'music', key: 'a group', instanceId: 'music', tmdbId: 0 } as const;

  it('each requested format is told when it is there, and the message says which', async () => {
    await fixture.begin();
    const id = await fixture.request(book);
    const other = await fixture.request({ ...book, bookFormat: 'ebook', userId: 8 });
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 audiobook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 ebook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    const rows = await fixture.database.read((tx) => fixture.messages.recent(tx, 'chat', 10));
    expect(rows.toReversed().map(({ subject }) => subject)).toEqual([
      stringify({ requestIds: [id], formats: ['audiobook'] }),
      stringify({ requestIds: [id, other], formats: ['ebook'] }),
    ]);
    fixture.libraries.reads.length = 0;
    await fixture.sweep();
    expect(fixture.libraries.reads).toEqual([]);
  });

  it('both formats within a minute are one message', async () => {
    await fixture.begin();
    const id = await fixture.request(book);
    await fixture.sweep();
    fixture.libraries.books.add('hc:1 audiobook');
    fixture.libraries.books.add('hc:1 ebook');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    const [row, ...more] = await fixture.database.read((tx) => fixture.messages.recent(tx, 'chat', 10));
    expect([row?.subject, more]).toEqual([stringify({ requestIds: [id], formats: ['ebook', 'audiobook'] }), []]);
  });

  it('an album is told when all of it is there', async () => {
    await fixture.begin();
    const id = await fixture.request(album);
    await fixture.sweep();
    fixture.libraries.albums.add('a group');
    await fixture.clock.advance(2 * MINUTE);
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('their lists are read again after two minutes, or when the manager reports something', async () => {
    await fixture.begin();
    await fixture.request(album);
    for (let n = 0; n < 4; n += 1) {
      await fixture.sweep();
      await fixture.clock.advance(30_000);
    }
    expect(fixture.libraries.reads).toEqual(['music']);
    await fixture.sweep();
    expect(fixture.libraries.reads).toHaveLength(2);
    const { QueueChanged } = await import('../../library/library.public.js');
    await fixture.events.publish(new QueueChanged('music'));
    await fixture.sweep();
    expect(fixture.libraries.reads).toHaveLength(3);
  });

  it('a library that can not be read is named, and read at the next sweep', async () => {
    await fixture.begin();
    await fixture.request(album);
    await fixture.request(book);
    fixture.libraries.unreadable.add('music');
    fixture.libraries.unreadable.add('books');
    await fixture.sweep();
    expect(fixture.diagnostics.problems()).toEqual([
      'The library Library books can not be read.',
      'The library Library music can not be read.',
    ]);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect(fixture.diagnostics.problems()).toEqual([]);
  });
});

describe('issue 24, Speed and storage', () => {
  it('a year of an unchanged library writes nothing', async () => {
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
    for (let day = 0; day < 365; day += 1) {
      if (day % 50 === 0) fixture.restart();
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
