import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seenInSonarr } from '../../harness/seen-in-sonarr.js';
import { SeriesHousehold, type Show } from './series-household.js';

const MINUTE = 60_000;
const ADD = 'POST /api/v3/series';
const COMMAND = 'POST /api/v3/command';

describe('the delivery of a pilot', () => {
  let household: SeriesHousehold;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(() => household.startOver());

  afterAll(() => household.close());

  const seen = ({ tvdbId }: Show) => seenInSonarr(household.app.sonarr, tvdbId);
  const ask = ({ tmdbId }: Show) => household.delivered(household.ana, tmdbId, { season_scope: 'pilot' });
  const later = async (ms: number): Promise<void> => {
    await household.app.clock.leap(ms);
    await household.app.deliver();
  };

  describe('doc4 §1.15: of a series that is new to the library', () => {
    it('adds it with nothing monitored or searched, and turns the first episode on once the addition has ended', async () => {
      household.app.sonarr.episodesComeAtOnce = false;
      const show = household.show({ seasons: { 0: 1, 1: 3, 2: 3 } });
      const id = await ask(show);
      expect(household.app.sonarr.calls(ADD).map(({ body }) => body)).toMatchObject([
        {
          monitored: true,
          monitorNewItems: 'none',
          seasons: [0, 1, 2].map((seasonNumber) => ({ seasonNumber, monitored: false })),
          addOptions: { monitor: 'skip', searchForMissingEpisodes: false },
        },
      ]);
      expect(await household.job(id)).toMatchObject({
        state: 'waiting_library',
        mutation: 'add',
        deliveryStartedAt: household.app.clock.now(),
        nextAttemptAt: household.app.clock.now() + 10_000,
      });
      await later(10_000);
      expect(await household.job(id)).toMatchObject({ state: 'waiting_library', attempts: 2 });
      expect(household.app.sonarr.calls(COMMAND)).toEqual([]);
      household.app.sonarr.episodesAppear(show.tvdbId);
      await later(20_000);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 3 });
      expect(seen(show)).toEqual({
        records: 1,
        monitored: true,
        seasons: [],
        episodes: ['1.1'],
        searches: ['episode 1.1'],
      });
      expect(await household.used()).toBe(1);
    });

    it('doc4 §1.17: needs a person when the addition has ended and no first episode is known', async () => {
      const show = household.show({ seasons: { 1: [] } });
      const id = await ask(show);
      expect(await household.job(id)).toMatchObject({ state: 'waiting_library' });
      await later(10_000);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_pilot_unavailable' });
      household.app.sonarr.announceEpisodes(show.tvdbId, 1, [Date.UTC(2020, 0, 1)]);
      await household.act(household.ana, id, 'retry');
      await household.app.deliver();
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested' });
      expect(seen(show)).toMatchObject({ episodes: ['1.1'], searches: ['episode 1.1'] });
    });

    it('doc4 §1.17: is there once when the answer of its addition was lost', async () => {
      household.app.sonarr.fail(ADD, 'answer-lost');
      const show = household.show();
      const id = await ask(show);
      expect(await household.job(id)).toMatchObject({ state: 'retry', mutation: 'add' });
      await later(MINUTE);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(seen(show)).toMatchObject({ records: 1, seasons: [], episodes: ['1.1'], searches: ['episode 1.1'] });
    });
  });

  describe('doc4 §1.15: of a series that the library has', () => {
    it('turns the series and its first episode on, searches for that, and leaves the rest as it is', async () => {
      const show = household.show({ seasons: { 1: 3, 2: 2 } });
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitored: false, monitoredSeasons: [2] });
      const id = await ask(show);
      expect(seen(show)).toEqual({
        records: 1,
        monitored: true,
        seasons: [2],
        episodes: ['1.1', '2.1', '2.2'],
        searches: ['episode 1.1'],
      });
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 });
    });

    it('that has a file: available, nothing is sent and its unit is refunded', async () => {
      const show = household.show();
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [], files: { 1: [1] } });
      const id = await household.held(show.tmdbId, { season_scope: 'pilot' });
      expect(await household.used()).toBe(1);
      await household.letGo(id);
      expect(await household.job(id)).toMatchObject({ state: 'complete', code: 'available', deliveryStartedAt: null });
      expect(seen(show)).toMatchObject({ episodes: [], searches: [] });
      expect(await household.used()).toBe(0);
    });

    it('doc4 §1.17: is searched for once though the answer of its search was lost', async () => {
      const show = household.show();
      household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [] });
      household.app.sonarr.fail(COMMAND, 'answer-lost');
      const id = await ask(show);
      expect(await household.job(id)).toMatchObject({ state: 'retry' });
      await later(MINUTE);
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
      expect(seen(show).searches).toEqual(['episode 1.1']);
    });
  });

  it('doc4 §1.14: of a first season that the library lacks needs a person', async () => {
    const seasons = [1, 2].map((season_number) => ({ season_number, episode_count: 2, air_date: '2015-01-01' }));
    const show = household.show({ seasons: { 2: 2 }, atProvider: { seasons } });
    const id = await ask(show);
    expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_seasons_unmapped' });
    expect(household.app.sonarr.calls(ADD)).toEqual([]);
  });

  it('doc2 §4 rule 1: followed by its whole season, shares its unit and is searched with it', async () => {
    const show = household.show({ seasons: { 1: 3 } });
    await ask(show);
    await later(10_000);
    await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    expect(seen(show)).toMatchObject({ seasons: [1], episodes: ['1.1', '1.2', '1.3'] });
    expect(seen(show).searches).toEqual(['episode 1.1', 'season 1']);
    expect(await household.used()).toBe(1);
  });
});
