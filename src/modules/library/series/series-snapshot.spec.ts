import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts } from '../../../../test/harness/full-counts.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { QUEUE } from '../../../../test/harness/library-fixture.js';
import { EPISODES, SERIES, SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { judgeSeasons } from './judge-seasons.js';
import type { SeriesJudgement } from './judge-series.js';
import type { SeriesSnapshot } from './series-library.service.js';

const HOUR = 3_600_000;
const ABSENT = 404;

describe('the snapshot of a series library (doc 4 Decisions, Freshness and Truth about series)', () => {
  let fixture: SeriesLibraryFixture;

  beforeEach(async () => {
    fixture = await SeriesLibraryFixture.open();
  });

  afterEach(() => fixture.close());

  const snapshot = async (): Promise<SeriesSnapshot> => (await fixture.library.snapshot(fixture.id)) as SeriesSnapshot;
  const judge = async (tvdbId: number): Promise<SeriesJudgement> => (await snapshot()).judge(tvdbId);
  const settle = async (...tvdbIds: number[]): Promise<SeriesJudgement[]> => [
    ...((await fixture.library.settle(fixture.id, tvdbIds)) ?? []).values(),
  ];
  const whole = ({ series }: SeriesJudgement): unknown => {
    const state = judgeSeasons(series);
    return state.known && state.status;
  };
  const age = (): Promise<void> => fixture.clock.advance(120_000);
  const given = (tvdbId: number, airings: number | readonly number[], held: readonly number[]) =>
    fixture.sonarr.given.series({ tvdbId, seasons: { 1: airings }, files: { 1: held } });
  const lists = (): number => fixture.sonarr.calls(EPISODES).length;

  it('costs one read of the series, and none of queue and episodes', async () => {
    given(1, 4, [1]);
    await judge(1);
    expect([SERIES, QUEUE, EPISODES].map((key) => fixture.sonarr.calls(key).length)).toEqual([1, 0, 0]);
  });

  it('keeps the version, every entry and its list of episodes after a read without changes', async () => {
    given(1, 4, [1]);
    const before = await snapshot();
    await settle(1);
    await age();
    const after = await snapshot();
    expect([after.version, after.series.get(1), after.judge(1).settled]).toEqual([
      before.version,
      before.series.get(1),
      true,
    ]);
    expect(after.series.get(1)).toBe(before.series.get(1));
    expect([fixture.sonarr.calls(SERIES).length, lists()]).toEqual([2, 1]);
  });

  it('reads only the record and the episodes of a series that we have changed', async () => {
    given(1, 4, [1]);
    given(2, 4, [1]);
    await settle(1, 2);
    fixture.sonarr.forgetCalls();
    fixture.library.changed(fixture.id, 1);
    const { series, judge: judged } = await snapshot();
    expect([series.size, judged(1).settled, judged(2).settled]).toEqual([2, false, true]);
    await settle(1, 2);
    expect(fixture.sonarr.calls(SERIES).map(({ query }) => query)).toEqual([{ tvdbId: '1' }]);
    expect(lists()).toBe(1);
  });

  it('reads only the series that we have added', async () => {
    given(1, 4, [1]);
    await snapshot();
    fixture.sonarr.forgetCalls();
    given(2, 4, []);
    fixture.library.changed(fixture.id, 2);
    expect((await snapshot()).series.has(2)).toBe(true);
    expect(fixture.sonarr.calls(SERIES).map(({ query }) => query)).toEqual([{ tvdbId: '2' }]);
  });

  it('a series that moved has another entry, and the others have not', async () => {
    given(1, 4, []);
    given(2, 4, []);
    const before = await snapshot();
    fixture.sonarr.importFiles(1, 1, 'aired');
    await age();
    const after = await snapshot();
    expect(after.version).not.toBe(before.version);
    expect(after.series.get(1)).not.toBe(before.series.get(1));
    expect(after.series.get(2)).toBe(before.series.get(2));
  });

  it('gives a series that proves outdated when its list is read a new entry, and the snapshot a new version', async () => {
    given(1, 4, [1]);
    const before = await snapshot();
    const past = before.series.get(1);
    fixture.sonarr.importFiles(1, 1, [2]);
    const [judgement] = await settle(1);
    const after = await snapshot();
    expect(judgement).toMatchObject({ settled: true, series: { seasons: [{ files: 2, status: 'partial' }] } });
    expect(after.version).not.toBe(before.version);
    expect(after.series.get(1)).not.toBe(past);
    expect(after.judge(1)).toEqual(judgement);
  });

  it('judges at once what needs no list, and for as long as its entry is the same', async () => {
    given(1, 2, [1, 2]);
    given(2, 2, []);
    const judgements = [await judge(1), await judge(2), await judge(ABSENT)];
    expect(judgements.map(whole)).toEqual(['available', 'requested', 'unavailable']);
    expect(judgements).toEqual(judgements.map(() => expect.objectContaining({ settled: true, until: null })));
    expect(judgements[2]?.series).toMatchObject({ known: true, inLibrary: false });
  });

  it('what a list decides is unsettled until it was settled, and then says what availabilities says', async () => {
    given(1, 4, [1]);
    expect(await judge(1)).toMatchObject({ settled: false, until: null, series: { seasons: [{ known: false }] } });
    const [settled] = await settle(1, 1);
    expect(settled && whole(settled)).toBe('partial');
    expect(await judge(1)).toEqual(settled);
    expect((await fixture.library.availabilities(fixture.id, [1])).get(1)).toEqual(settled?.series);
    expect(lists()).toBe(1);
  });

  it('until: an episode without a file airs, and the judgement is another from then on', async () => {
    const airsAt = fixture.clock.now() + HOUR;
    given(1, [0, airsAt + HOUR, airsAt], [1]);
    const [before] = await settle(1);
    expect([before?.until, before && whole(before)]).toEqual([airsAt, 'available']);
    await fixture.clock.advance(HOUR);
    const after = await judge(1);
    expect([after.until, whole(after)]).toEqual([airsAt + HOUR, 'partial']);
    expect(lists()).toBe(1);
  });

  it('until: after 4.5 to 6 hours, when the list is read again since air dates are moved', async () => {
    given(1, [0, 0], [1]);
    const readAt = fixture.clock.now();
    const [before] = await settle(1);
    const life = (before?.until ?? 0) - readAt;
    expect(life).toBeGreaterThan(4.5 * HOUR - 1);
    expect(life).toBeLessThan(6 * HOUR + 1);
    await fixture.clock.advance(life - 1);
    expect(await judge(1)).toMatchObject({ settled: true, until: readAt + life });
    await fixture.clock.advance(1);
    expect(await judge(1)).toMatchObject({ settled: false });
    expect(await settle(1)).toEqual([expect.objectContaining({ until: readAt + 2 * life })]);
  });

  it('until: lists that were read together don’t fall due together', async () => {
    const ids = Array.from({ length: 90 }, (_, at) => at + 1);
    for (const tvdbId of ids) given(tvdbId, [0, 0], [1]);
    const readAt = fixture.clock.now();
    const dueIn = (await settle(...ids)).map(({ until }) => (until ?? 0) - readAt);
    const tenths = [...new Array(9).keys()].map((tenth) => {
      const from = (4.5 + tenth / 6) * HOUR;
      return dueIn.filter((life) => life >= from && life < from + HOUR / 6).length;
    });
    expect(Math.max(...tenths)).toBeLessThan(20);
    expect(tenths.reduce((one, other) => one + other)).toBe(90);
  });

  it('partly held series are settled once, however many, and stay so', async () => {
    const ids = Array.from({ length: counts({ always: 60, full: 600 }) }, (_, at) => at + 1);
    for (const tvdbId of ids) given(tvdbId, 4, [1]);
    await settle(...ids);
    const { judge: of } = await snapshot();
    expect(ids.filter((tvdbId) => !of(tvdbId).settled)).toEqual([]);
    await settle(...ids);
    expect(lists()).toBe(ids.length);
  }, 60_000);

  it('a list that can’t be read leaves its series unsettled, and no other', async () => {
    given(1, 4, [1]);
    given(2, 4, [1]);
    fixture.sonarr.fail(EPISODES, 500);
    // Both lists are read at the same time, and the fault meets the call that arrives first.
    expect((await settle(1, 2)).map(({ settled }) => settled).sort()).toEqual([false, true]);
  });

  it('is null where the library can’t be read, and nothing can be settled', async () => {
    fixture.sonarr.fail(SERIES, 500);
    expect([await fixture.library.snapshot(fixture.id), await fixture.library.settle(fixture.id, [1])]).toEqual([
      null,
      null,
    ]);
  });

  it('of an instance that doesn’t exist is thrown', async () => {
    expect(await errorOf(fixture.library.snapshot('nowhere'))).toBeInstanceOf(InstanceMissing);
    expect(await errorOf(fixture.library.settle('nowhere', [1]))).toBeInstanceOf(InstanceMissing);
  });
});
