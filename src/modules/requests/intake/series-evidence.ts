import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import type { Wish } from '../saved/open-key.js';
import { LiveSeries } from '../status/live-series.js';
import type { SeasonSelection } from './season-selection.js';
import type { SeriesStates, StandingSeries } from './series-plan.js';
import type { AskedSeries } from './series-wish.js';
import { StandingSeriesRequests } from './standing-series.js';

/**
 * What do libraries say of a series, as far as somebody may wait for it? Which requests were delivered is looked up
 * before the library is asked: what it says is held against those alone. Not inside a transaction.
 */
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
  async gather({ wish, series }: AskedSeries, { seasons, work }: SeasonSelection): Promise<SeriesStates> {
    const { instanceId } = wish;
    const target = series.match.tvdbId;
    const delivered = (await this.delivered(wish)).filter((request) =>
      [...seasons.keys()].some((source) => request.seasons.has(source)),
    );
    if (delivered.length === 0) return onlyOf(target, this.live.warm({ instanceId, tvdbId: target }), delivered);
    const lookedAt = [{ tvdbId: target, work }, ...delivered];
    const states = await this.live.read(
      lookedAt.map((one) => ({ instanceId, tvdbId: one.tvdbId, pilot: one.work === 'pilot' })),
    );
    return { of: (tvdbId) => states({ instanceId, tvdbId }), delivered: idsOf(delivered) };
  }

  /** What is in memory of the series with this id in the library's catalog. */
  async warm(wish: Wish, tvdbId: number): Promise<SeriesStates> {
    const delivered = await this.delivered(wish);
    return onlyOf(tvdbId, this.live.warm({ instanceId: wish.instanceId, tvdbId }), delivered);
  }

  /**
   * What the library says of the series within a quarter of a second. Source: doc 4, decision "Owned already".
   *
   * @param before holds where that wasn't enough, for whatever else was looked at, and for which requests were delivered
   */
  async glance(wish: Wish, tvdbId: number, before?: SeriesStates): Promise<SeriesStates> {
    const states = before ?? onlyOf(tvdbId, UNKNOWN_SERIES, await this.delivered(wish));
    const seen = await this.live.glance({ instanceId: wish.instanceId, tvdbId });
    return { ...states, of: (id) => (seen.known && id === tvdbId ? seen : states.of(id)) };
  }

  private async delivered(wish: Wish): Promise<readonly StandingSeries[]> {
    const standing = await this.database.read((tx) => this.standing.of(tx, wish));
    return standing.filter(({ delivery }) => delivery === 'complete');
  }
}

function onlyOf(target: number, state: SeriesAvailability, delivered: readonly StandingSeries[]): SeriesStates {
  return { of: (tvdbId) => (tvdbId === target ? state : UNKNOWN_SERIES), delivered: idsOf(delivered) };
}

const idsOf = (requests: readonly StandingSeries[]): ReadonlySet<number> => new Set(requests.map(({ id }) => id));
