import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../harness/start-app.js';
import { AlbumHousehold, GLASS_MERIDIAN } from './album-household.js';
import { BookDeliveryHousehold } from './book-delivery-household.js';
import { SeriesHousehold } from './series-household.js';

interface Seen {
  readonly steps: readonly {
    readonly key: string;
    readonly state: string;
    readonly at?: string;
    readonly text: string;
  }[];
  readonly stalled?: Readonly<Record<string, unknown>>;
  readonly progress?: number;
}

const seenBy = async (session: Session, id: number): Promise<Seen> => {
  const { status, body, text } = await session.get(`/api/requests/${id}/timeline`);
  if (status !== 200) throw new Error(text);
  return body as Seen;
};

const states = ({ steps }: Seen): string => steps.map(({ state }) => state).join(' ');

const textOf = ({ steps }: Seen, key: string): string | undefined => steps.find((step) => step.key === key)?.text;

/** Before the clock of these tests begins. */
const OUT = '2025-04-17T00:00:00Z';

/** The caches of libraries are older than this then. */
const LATER_MS = 121_000;

describe('issue 22 §3: the timeline of a series', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const later = () => household.app.clock.leap(LATER_MS);

  it('is followed by its episodes, and those of other seasons don’t count', async () => {
    const { app, ana } = household;
    const { tmdbId, tvdbId } = household.show();
    const id = await household.delivered(ana, tmdbId, { seasons: [1] });
    await later();
    expect(states(await seenBy(ana, id))).toBe('done skipped done now waiting waiting waiting');
    app.sonarr.importFiles(tvdbId, 2, 'aired');
    const download = app.sonarr.startDownload(tvdbId, 1, 1);
    app.sonarr.advanceDownload(download, 0.5);
    await later();
    const downloading = await seenBy(ana, id);
    expect(states(downloading)).toBe('done skipped done done now waiting waiting');
    expect(downloading.progress).toBeCloseTo(0.5);
    app.sonarr.finishDownload(download);
    await later();
    const partly = await seenBy(ana, id);
    expect([textOf(partly, 'imported'), textOf(partly, 'available')]).toEqual([
      '1 of 3 episodes imported.',
      '1 of 3 episodes are ready.',
    ]);
    expect(partly).not.toHaveProperty('progress');
    app.sonarr.importFiles(tvdbId, 1, 'aired');
    await later();
    expect(
      states(await seenBy(ana, id))
        .split(' ')
        .slice(-2),
    ).toEqual(['done', 'done']);
  });

  it('a season that has not begun says the day on which it is expected', async () => {
    const { app, ana } = household;
    const day = 86_400_000;
    const airs = app.clock.now() + 30 * day;
    const { tmdbId } = household.show({ seasons: { 1: [airs, airs + 7 * day] } });
    const id = await household.delivered(ana, tmdbId, { seasons: [1] });
    await later();
    const { stalled } = await seenBy(ana, id);
    expect(stalled).toMatchObject({
      code: 'not_released',
      who: 'nobody',
      expected_on: new Date(airs).toISOString().slice(0, 10),
    });
  });

  it('a library that can’t be read is unknown, with the time of the last good reading, and names nothing', async () => {
    const { app, ana } = household;
    const { tmdbId } = household.show();
    const id = await household.delivered(ana, tmdbId, { seasons: [1, 2] });
    await later();
    await seenBy(ana, id);
    const readAt = new Date(app.clock.now()).toISOString();
    await later();
    app.sonarr.fail('GET /api/v3/series', 503, Infinity);
    const unknown = await seenBy(ana, id);
    expect(states(unknown)).toBe('done skipped done unknown unknown unknown unknown');
    expect([unknown.steps[3]?.at, unknown.stalled]).toMatchObject([
      readAt,
      { code: 'library_unreachable', since: readAt },
    ]);
    expect(JSON.stringify(unknown)).not.toContain(app.sonarr.url);
  });
});

describe('issue 22 §3: the timeline of an album', () => {
  let household: AlbumHousehold;

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const later = () => household.app.clock.leap(LATER_MS);

  it('is followed from the request to the end, by its tracks', async () => {
    const { ana, lidarr } = household;
    const group = household.group({ releaseDate: OUT });
    const id = await household.brought(ana, group);
    await later();
    expect(states(await seenBy(ana, id))).toBe('done skipped done now waiting waiting waiting');
    const download = lidarr.startDownload(group);
    lidarr.advanceDownload(download, 0.25);
    await later();
    const downloading = await seenBy(ana, id);
    expect(states(downloading)).toBe('done skipped done done now waiting waiting');
    expect(downloading.progress).toBeCloseTo(0.25);
    lidarr.finishDownload(download);
    await later();
    expect(states(await seenBy(ana, id))).toBe('done skipped done done done done done');
  });

  it('tracks that are there are counted', async () => {
    const { ana, lidarr } = household;
    const group = household.group({ releaseDate: OUT });
    const id = await household.brought(ana, group);
    lidarr.endAddition(GLASS_MERIDIAN);
    lidarr.importTracks(group, [1]);
    await later();
    expect(textOf(await seenBy(ana, id), 'available')).toBe('1 of 10 tracks are ready.');
  });

  it('one that isn’t out says the day on which it is expected', async () => {
    const { ana } = household;
    const id = await household.brought(ana, household.group({ releaseDate: '2036-04-17T00:00:00Z' }));
    await later();
    expect((await seenBy(ana, id)).stalled).toEqual({
      code: 'not_released',
      text: 'Not released yet. Expected on 17 April 2036.',
      sentence: {
        code: 'stall_not_released_until',
        params: { day: { code: 'calendar_day', params: { day: '2036-04-17' }, text: '17 April 2036' } },
      },
      who: 'nobody',
      expected_on: '2036-04-17',
    });
  });

  it('a library that can’t be read is unknown', async () => {
    const { ana, lidarr } = household;
    const id = await household.brought(ana, household.group());
    await later();
    await lidarr.stop();
    const unknown = await seenBy(ana, id);
    expect(states(unknown)).toBe('done skipped done unknown unknown unknown unknown');
    expect(unknown.stalled).toMatchObject({ code: 'library_unreachable', who: 'admin' });
  });
});

describe('issue 22 §3: the timeline of a book', () => {
  let household: BookDeliveryHousehold;

  beforeAll(async () => {
    household = await BookDeliveryHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const later = () => household.app.clock.leap(LATER_MS);

  it('is followed by its formats', async () => {
    const { ana, chaptarr } = household;
    const key = household.title();
    const id = await household.brought(ana, key, ['ebook', 'audiobook']);
    await household.app.deliver();
    await later();
    expect(states(await seenBy(ana, id))).toBe('done skipped done now waiting waiting waiting');
    const [ebook, audiobook] = [chaptarr.book(key, 'ebook'), chaptarr.book(key, 'audiobook')];
    const download = chaptarr.startDownload(ebook?.id ?? 0);
    chaptarr.advanceDownload(download, 0.5);
    await later();
    expect(states(await seenBy(ana, id))).toBe('done skipped done done now waiting waiting');
    chaptarr.finishDownload(download);
    await later();
    expect(textOf(await seenBy(ana, id), 'available')).toBe('1 of 2 formats are ready.');
    chaptarr.importFile(audiobook?.id ?? 0);
    await later();
    expect(
      states(await seenBy(ana, id))
        .split(' ')
        .slice(-2),
    ).toEqual(['done', 'done']);
  });

  it('an author whom the library still takes in says so, and when it is looked at again', async () => {
    const { ana, chaptarr, app } = household;
    chaptarr.given.lateAuthor('hc:440501');
    const id = await household.brought(ana, household.title());
    expect((await household.job(id)).state).toBe('waiting_library');
    expect((await seenBy(ana, id)).stalled).toEqual({
      code: 'delivery_retry',
      text: "The library is still adding the author's books. We'll check again.",
      sentence: { code: 'stall_author_added' },
      since: new Date(app.clock.now()).toISOString(),
      who: 'library',
      next_try_at: new Date(app.clock.now() + 5 * 60_000).toISOString(),
    });
  });

  it('who has joined a shared request sees it, and who hasn’t doesn’t', async () => {
    const { ana } = household;
    const key = household.title();
    const id = await household.want(ana, key);
    const ben = await household.app.invite('ben');
    expect((await ben.get(`/api/requests/${id}/timeline`)).status).toBe(403);
    await household.join(ben, id, key);
    expect(states(await seenBy(ben, id)).startsWith('done skipped')).toBe(true);
  });
});
