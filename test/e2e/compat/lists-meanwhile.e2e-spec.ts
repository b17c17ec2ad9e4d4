import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SeriesLibraryService } from '../../../src/modules/library/library.public.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { ManagerReported } from '../../../src/modules/instances/instances.public.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { libraryReport } from '../../harness/library-report.js';
import type { Show } from '../requests/series-household.js';
import { EPISODES, ToolHousehold } from './tool-household.js';

describe('doc4 Decisions, Freshness: what comes while the episodes of a series are read is no outage to tools', () => {
  let household: ToolHousehold;

  beforeEach(async () => {
    household = await ToolHousehold.open({ isReusable: true });
  });

  afterEach(() => household.close());

  const reported = (tvdbId: number): Promise<void> =>
    household.app
      .get(EventBus)
      .publish(
        new ManagerReported(
          household.series,
          'tv_manager',
          libraryReport('imported', { series: { tvdbId, tmdbId: null } }),
        ),
      );

  it.each<[string, (tvdbId: number) => Promise<void>]>([
    ['a report of the series', reported],
    ['a drop of the library', () => Promise.resolve(household.forgetSnapshots())],
    ['the end of the digest', () => household.app.clock.leap(1)],
  ])('%s', async (_case, come) => {
    const [asked, held] = [household.show({ seasons: { 1: 4 } }), household.show({ seasons: { 1: 4 } })];
    const id = await household.askSeries(asked);
    await household.app.deliver();
    household.app.sonarr.importFiles(asked.tvdbId, 1, [1]);
    household.app.sonarr.given.series({ tvdbId: held.tvdbId, files: { 1: [1] } });
    const meanwhile = async ({ tvdbId }: Show): Promise<void> => {
      household.forgetSnapshots();
      await household.app.get(SeriesLibraryService).snapshot(household.series);
      await household.app.clock.leap(119_999);
      household.app.sonarr.meanwhile(EPISODES, () => come(tvdbId));
    };
    await meanwhile(asked);
    expect(statusAndBody(await household.tool.get(`/api/v1/request/${id}`))).toEqual([
      200,
      expect.objectContaining({ status: 2, media: expect.objectContaining({ status: 4 }) }),
    ]);
    await meanwhile(held);
    expect(statusAndBody(await household.tool.get(`/api/v1/tv/${held.tmdbId}`))).toEqual([
      200,
      expect.objectContaining({ mediaInfo: expect.objectContaining({ status: 4 }) }),
    ]);
  });
});
