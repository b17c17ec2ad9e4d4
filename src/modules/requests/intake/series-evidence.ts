import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import { LiveSeries } from '../status/live-series.js';
import type { SeasonSelection } from './season-selection.js';
import type { KnownSeriesStates } from './series-plan.js';
import type { AskedSeries } from './series-wish.js';
import { StandingSeriesRequests } from './standing-series.js';

/** What do libraries say of a series, as far as a submission may wait for it? */
@Injectable()
export class SeriesEvidence {
  constructor(
    private readonly database: Database,
    private readonly standing: StandingSeriesRequests,
    private readonly live: LiveSeries,
  ) {}

  /**
   * What is in memory. Only where seasons of the selection were delivered before is the library read, for it may say
   * that they are gone.
   */
  async gather({ wish, series }: AskedSeries, { seasons, work }: SeasonSelection): Promise<KnownSeriesStates> {
    const { instanceId } = wish;
    const target = series.match.tvdbId;
    const standing = await this.database.read((tx) => this.standing.of(tx, wish));
    const delivered = standing.filter(
      (request) => request.delivery === 'complete' && [...seasons.keys()].some((source) => request.seasons.has(source)),
    );
    if (delivered.length === 0) return onlyOf(target, this.live.warm({ instanceId, tvdbId: target }));
    const lookedAt = [{ tvdbId: target, work }, ...delivered];
    const states = await this.live.read(
      lookedAt.map((one) => ({ instanceId, tvdbId: one.tvdbId, pilot: one.work === 'pilot' })),
    );
    return (tvdbId) => states({ instanceId, tvdbId });
  }

  /**
   * What the library says of the series within a quarter of a second. Source: doc 4, decision "Owned already".
   *
   * @param before holds where that wasn't enough, and for whatever else was looked at
   */
  async glance({ wish, series }: AskedSeries, before: KnownSeriesStates = unknown): Promise<KnownSeriesStates> {
    const target = series.match.tvdbId;
    const state = await this.live.glance({ instanceId: wish.instanceId, tvdbId: target });
    return (tvdbId) => (state.known && tvdbId === target ? state : before(tvdbId));
  }
}

const unknown: KnownSeriesStates = () => UNKNOWN_SERIES;

function onlyOf(target: number, state: SeriesAvailability): KnownSeriesStates {
  return (tvdbId) => (tvdbId === target ? state : UNKNOWN_SERIES);
}
