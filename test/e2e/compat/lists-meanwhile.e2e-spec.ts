import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SeriesLibrary } from '../../../src/modules/library/library.public.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { ManagerReported } from '../../../src/modules/instances/instances.public.js';
import { outcome } from '../../harness/outcome.js';
import type { Show } from '../requests/series-household.js';
import { EPISODES, ToolHouse } from './tool-house.js';

describe('doc4 Decisions, Freshness: what comes while the episodes of a series are read is no outage to tools', () => {
  let house: ToolHouse;

  beforeEach(async () => {
    house = await ToolHouse.open();
  });

  afterEach(() => house.close());

  const reported = (tvdbId: number): Promise<void> =>
    house.app.get(EventBus).publish(
      new ManagerReported(house.series, 'tv_manager', {
        ...{ happening: 'imported', isUpgrade: false, filmId: null },
        series: { tvdbId, tmdbId: null },
      }),
    );

  it.each<[string, (tvdbId: number) => Promise<void>]>([
    ['news of the series', reported],
    ['a drop of the library', () => Promise.resolve(house.forgetShelves())],
    ['the end of the digest', () => house.app.clock.leap(1)],
  ])('%s', async (_case, come) => {
    const [asked, held] = [house.show({ seasons: { 1: 4 } }), house.show({ seasons: { 1: 4 } })];
    const id = await house.askSeries(asked);
    await house.app.deliver();
    house.app.sonarr.importFiles(asked.tvdbId, 1, [1]);
    house.app.sonarr.given.series({ tvdbId: held.tvdbId, files: { 1: [1] } });
    const meanwhile = async ({ tvdbId }: Show): Promise<void> => {
      house.forgetShelves();
      await house.app.get(SeriesLibrary).shelf(house.series);
      await house.app.clock.leap(119_999);
      house.app.sonarr.meanwhile(EPISODES, () => come(tvdbId));
    };
    await meanwhile(asked);
    expect(outcome(await house.tool.get(`/api/v1/request/${id}`))).toEqual([
      200,
      expect.objectContaining({ status: 2, media: expect.objectContaining({ status: 4 }) }),
    ]);
    await meanwhile(held);
    expect(outcome(await house.tool.get(`/api/v1/tv/${held.tmdbId}`))).toEqual([
      200,
      expect.objectContaining({ mediaInfo: expect.objectContaining({ status: 4 }) }),
    ]);
  });
});
