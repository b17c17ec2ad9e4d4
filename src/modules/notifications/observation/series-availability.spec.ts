import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ObservationFixture } from '../../../../test/harness/observation-fixture.js';

const MINUTE = 60_000;

let fixture: ObservationFixture;
beforeEach(async () => {
  fixture = await ObservationFixture.open();
});
afterEach(() => fixture.close());

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

  it('issue 43 C14: a series whose row can’t be read is no series without files, and the others are told', async () => {
    await fixture.begin();
    const [id, other] = [await fixture.series(), await fixture.series({ tmdbId: 2, key: '2', tvdbId: 82 })];
    for (const tvdbId of [81, 82]) fixture.libraries.importEpisodes(tvdbId, 1, [1]);
    await fixture.delivered(id, new Map([[1, [1]]]));
    await fixture.delivered(other);
    fixture.libraries.unread.add(81);
    await fixture.sweep();
    expect(fixture.problems()).toEqual(['The library Library series has rows that can not be read.']);
    expect(await fixture.told()).toEqual([[other]]);
    fixture.libraries.unread.clear();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[other]]);
    fixture.libraries.importEpisodes(81, 1, [2]);
    fixture.libraries.unread.add(81);
    await fixture.sweep();
    fixture.libraries.unread.clear();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[other], [id]]);
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
    fixture.libraries.importEpisodes(81, 1, [1, 2]);
    const ids: number[] = [];
    for (const held of [[], [1], [1, 2], [1, 2, 3]]) {
      ids.push(await fixture.series({ userId: ids.length + 1 }));
      await fixture.delivered(ids.at(-1) ?? 0, new Map([[1, held]]));
    }
    await fixture.sweep();
    expect(await fixture.told()).toEqual([ids.slice(0, 2)]);
    await fixture.clock.advance(MINUTE);
    fixture.libraries.importEpisodes(81, 1, [3]);
    await fixture.sweep();
    expect((await fixture.told()).at(-1)).toEqual(ids.slice(0, 3));
  });

  it('what a library accepts and imports while it is being read is told', async () => {
    await fixture.begin();
    const id = await fixture.series();
    const { seriesLibrary } = fixture.libraries;
    const { snapshot } = seriesLibrary;
    seriesLibrary.snapshot = async (instanceId) => {
      fixture.libraries.importEpisodes(81, 1, [1, 2]);
      await fixture.delivered(id, new Map([[1, [1]]]));
      return snapshot(instanceId);
    };
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
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

  it('a baseline that another destination begins is over at the next sweep, although nothing has changed', async () => {
    await fixture.begin('chat');
    const id = await fixture.series();
    fixture.libraries.importEpisodes(81, 1, [1]);
    await fixture.sweep();
    fixture.push.isTelling = true;
    await fixture.begin('push');
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [2]);
    await fixture.sweep();
    expect([await fixture.told('chat'), await fixture.told('push')]).toEqual([[[id]], [[id]]]);
  });

  it('a list that can not be read is unknown, and is read at the next sweep', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    fixture.libraries.importEpisodes(81, 1, [1]);
    fixture.libraries.unreadable.add('series lists');
    await fixture.sweep();
    expect([await fixture.told(), fixture.problems()]).toEqual([[], ['The library Library series can not be read.']]);
    fixture.libraries.unreadable.clear();
    await fixture.sweep();
    expect([await fixture.told(), fixture.problems()]).toEqual([[[id]], []]);
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
    expect([fixture.libraries.reads, fixture.problems()]).toEqual([[], []]);
    expect(await atDelivery(id)).toMatchObject({ cancel: { code: 'message_nobody_waits' } });
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
    expect([await fixture.told(), fixture.problems()]).toEqual([[], ['The match of the series Dark needs attention.']]);
    expect(await atDelivery(id)).toMatchObject({ wait: { code: 'message_match_on_hold' } });
    await fixture.change(id, { tvdbId: 82, matchRevision: 'second' });
    await fixture.sweep();
    expect([await fixture.told(), fixture.problems()]).toEqual([[], []]);
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
    expect([await fixture.told(), fixture.problems()]).toEqual([[], []]);
    expect(await atDelivery(id)).toMatchObject({ wait: { code: 'message_match_on_hold' } });
    await fixture.database.write((tx) => fixture.matches.dropOverride(tx, 80));
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('issue 43 C16: nothing is told of a series whose seasons prove to differ, nor remembered as seen', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.sweep();
    fixture.differing.add(80);
    fixture.libraries.importEpisodes(81, 1, [1]);
    for (let n = 0; n < 2; n += 1) await fixture.sweep();
    expect(await fixture.told()).toEqual([]);
    fixture.differing.clear();
    await fixture.sweep();
    expect(await fixture.told()).toEqual([[id]]);
  });

  it('issue 43 C16: of many series that come at once twenty are compared and told in a sweep, the rest in the next ones', async () => {
    await fixture.begin();
    const shows = Array.from({ length: 45 }, (_, at) => ({ tmdbId: 1_000 + at, tvdbId: 2_000 + at }));
    for (const show of shows) await fixture.series(show);
    await fixture.sweep();
    for (const { tvdbId } of shows) fixture.libraries.importEpisodes(tvdbId, 1, [1]);
    const told: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await fixture.sweep();
      told.push((await fixture.told()).length);
    }
    expect(told).toEqual([20, 40, 45]);
  });

  it('a delivery that waits for an administrator to say which series is meant is named, too', async () => {
    await fixture.begin();
    const id = await fixture.series();
    await fixture.stopped(id, 'tv_match_ambiguous');
    await fixture.sweep();
    expect(fixture.problems()).toEqual(['The match of the series Dark needs attention.']);
  });

  const override = (of: { mode: 'custom' | 'paused'; revision: string }) =>
    fixture.database.write((tx) =>
      fixture.matches.setOverride(tx, { tmdbId: 80, tvdbId: 82, seasonMap: '', updatedBy: 1, updatedAt: 1, ...of }),
    );
  const atDelivery = (...ids: readonly number[]) =>
    fixture.database.read((tx) => fixture.subjects.judgeAvailable(tx, ids));
});
