import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const MINUTE = 60_000;
const SERIES = 'PUT /api/v3/series/:id';
const EPISODES = 'PUT /api/v3/episode/monitor';
const COMMAND = 'POST /api/v3/command';

describe('doc4 §1.17: each season search of a delivery is sent at least once', () => {
  let household: SeriesHousehold;
  let show: Show;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    show = household.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
  });

  afterAll(() => household.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(household.app.sonarr, tvdbId);
  const later = async (ms: number): Promise<void> => {
    await household.app.clock.leap(ms);
    await household.app.deliver();
  };
  const ask = () => household.delivered(household.ana, show.tmdbId, { seasons: [1, 2, 3] });

  it('and not again when its answer was lost, though the others are still owed', async () => {
    const keys = () => household.app.sonarr.calls(COMMAND).length;
    household.app.sonarr.fail(COMMAND, 'answer-lost');
    const id = await ask();
    expect(await household.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
    expect(keys()).toBe(1);
    await later(MINUTE);
    expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
    expect(seen(show).searches).toEqual(['season 1', 'season 2', 'season 3']);
  });

  it('and again when the call never arrived', async () => {
    household.app.sonarr.fail(COMMAND, 'reset', 3);
    const id = await ask();
    for (const minutes of [1, 2, 4]) await later(minutes * MINUTE);
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show).searches).toEqual(['season 1', 'season 2', 'season 3']);
  });

  it('and once more at most when the manager took it and was slow to begin', async () => {
    household.app.sonarr.fail(COMMAND, 'answer-lost');
    const id = await ask();
    for (const number of [1, 2]) household.app.sonarr.episode(show.tvdbId, 1, number).lastSearched = null;
    await later(MINUTE);
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show).searches).toEqual(['season 1', 'season 1', 'season 2', 'season 3']);
  });

  it('and never again once it was sent, while the others fail', async () => {
    household.app.sonarr.route(COMMAND, ({ body }) => {
      const { seasonNumber } = body as { seasonNumber: number };
      return seasonNumber === 2 ? { status: 503 } : { status: 201, body: COMMAND_TAKEN };
    });
    await ask();
    for (const minutes of [1, 2]) await later(minutes * MINUTE);
    const sent = household.app.sonarr.calls(COMMAND).map(({ body }) => (body as { seasonNumber: number }).seasonNumber);
    expect(sent).toEqual([1, 2, 2, 2]);
  });

  it('issue 24, Availability: the episodes held are those before its first change, also where it is repeated', async () => {
    const { sonarr } = household.app;
    sonarr.importFiles(show.tvdbId, 1, [1]);
    sonarr.fail(COMMAND, 'answer-lost');
    const id = await ask();
    sonarr.importFiles(show.tvdbId, 1, [2]);
    await later(MINUTE);
    expect(await household.job(id)).toMatchObject({ state: 'complete', heldEpisodes: '[[1,[1]]]' });
  });

  it('and lost answers of the changes before lose no search', async () => {
    household.app.sonarr.fail(SERIES, 'answer-lost');
    household.app.sonarr.fail(EPISODES, 'answer-lost');
    const id = await ask();
    for (const minutes of [1, 2]) await later(minutes * MINUTE);
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show)).toMatchObject({ seasons: [1, 2, 3], searches: ['season 1', 'season 2', 'season 3'] });
  });
});

const COMMAND_TAKEN = { id: 1, name: 'SeasonSearch', status: 'queued', queued: '2026-01-01T00:00:00Z' };
