import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const MINUTE = 60_000;
const SERIES = 'PUT /api/v3/series/:id';
const EPISODES = 'PUT /api/v3/episode/monitor';
const COMMAND = 'POST /api/v3/command';

describe('doc4 §1.17: each season search of a delivery is sent at least once', () => {
  let house: SeriesHousehold;
  let show: Show;

  beforeAll(async () => {
    house = await SeriesHousehold.open();
  });

  beforeEach(async () => {
    await house.startOver();
    show = house.show({ seasons: { 1: 2, 2: 2, 3: 2 } });
    house.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
  });

  afterAll(() => house.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(house.app.sonarr, tvdbId);
  const later = async (ms: number): Promise<void> => {
    await house.app.clock.advance(ms);
    await house.app.deliver();
  };
  const ask = () => house.delivered(house.ana, show.tmdbId, { seasons: [1, 2, 3] });

  it('and not again when its answer was lost, though the others are still owed', async () => {
    const keys = () => house.app.sonarr.calls(COMMAND).length;
    house.app.sonarr.fail(COMMAND, 'answer-lost');
    const id = await ask();
    expect(await house.job(id)).toMatchObject({ state: 'retry', code: 'service_unavailable' });
    expect(keys()).toBe(1);
    await later(MINUTE);
    expect(await house.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
    expect(seen(show).searches).toEqual(['season 1', 'season 2', 'season 3']);
  });

  it('and again when the call never arrived', async () => {
    house.app.sonarr.fail(COMMAND, 'reset', 3);
    const id = await ask();
    for (const minutes of [1, 2, 4]) await later(minutes * MINUTE);
    expect(await house.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show).searches).toEqual(['season 1', 'season 2', 'season 3']);
  });

  it('and once more at most when the manager took it and was slow to begin', async () => {
    house.app.sonarr.fail(COMMAND, 'answer-lost');
    const id = await ask();
    for (const number of [1, 2]) house.app.sonarr.episode(show.tvdbId, 1, number).lastSearched = null;
    await later(MINUTE);
    expect(await house.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show).searches).toEqual(['season 1', 'season 1', 'season 2', 'season 3']);
  });

  it('and never again once it was sent, while the others fail', async () => {
    house.app.sonarr.route(COMMAND, ({ body }) => {
      const { seasonNumber } = body as { seasonNumber: number };
      return seasonNumber === 2 ? { status: 503 } : { status: 201, body: COMMAND_TAKEN };
    });
    await ask();
    for (const minutes of [1, 2]) await later(minutes * MINUTE);
    const sent = house.app.sonarr.calls(COMMAND).map(({ body }) => (body as { seasonNumber: number }).seasonNumber);
    expect(sent).toEqual([1, 2, 2, 2]);
  });

  it('and lost answers of the changes before lose no search', async () => {
    house.app.sonarr.fail(SERIES, 'answer-lost');
    house.app.sonarr.fail(EPISODES, 'answer-lost');
    const id = await ask();
    for (const minutes of [1, 2]) await later(minutes * MINUTE);
    expect(await house.job(id)).toMatchObject({ state: 'complete' });
    expect(seen(show)).toMatchObject({ seasons: [1, 2, 3], searches: ['season 1', 'season 2', 'season 3'] });
  });
});

const COMMAND_TAKEN = { id: 1, name: 'SeasonSearch', status: 'queued', queued: '2026-01-01T00:00:00Z' };
