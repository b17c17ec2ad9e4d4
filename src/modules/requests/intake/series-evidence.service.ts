import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import type { RequestSubject } from '../saved/request-subject.js';
import { LiveSeriesService } from '../status/live-titles.service.js';
import type { SeasonSelection } from './season-selection.js';
import type { SeriesStates, OpenSeries } from './series-plan.js';
import type { AskedSeries } from './series-selection.service.js';
import { OpenSeriesRequestsService } from './open-series-requests.service.js';

/**
 * What do libraries say of a series, as far as somebody may wait for it? Which requests were delivered is looked up
 * before the library is asked: what it says is held against those alone. Not inside a transaction.
 */
@Injectable()
export class SeriesEvidenceService {
  constructor(
    private readonly database: Database,
    private readonly standing: OpenSeriesRequestsService,
    private readonly live: LiveSeriesService,
  ) {}

  /**
   * What is in memory. Only where seasons of the selection were delivered before is the library read, for it may say
   * that they are gone.
   */
  async gather({ input, series }: AskedSeries, { seasons, work }: SeasonSelection): Promise<SeriesStates> {
    const { instanceId } = input;
    const target = series.match.tvdbId;
    const delivered = (await this.delivered(input)).filter((request) =>
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
  async warm(input: RequestSubject, tvdbId: number): Promise<SeriesStates> {
    const delivered = await this.delivered(input);
    return onlyOf(tvdbId, this.live.warm({ instanceId: input.instanceId, tvdbId }), delivered);
  }

  /**
   * What the library says of the series within a quarter of a second. Source: doc 4, decision "Owned already".
   *
   * @param before holds where that wasn't enough, for whatever else was looked at, and for which requests were delivered
   */
  async glance(input: RequestSubject, tvdbId: number, before?: SeriesStates): Promise<SeriesStates> {
    const states = before ?? onlyOf(tvdbId, UNKNOWN_SERIES, await this.delivered(input));
    const seen = await this.live.glance({ instanceId: input.instanceId, tvdbId });
    return { ...states, of: (id) => (seen.known && id === tvdbId ? seen : states.of(id)) };
  }

  private async delivered(input: RequestSubject): Promise<readonly OpenSeries[]> {
    const standing = await this.database.read((tx) => this.standing.of(tx, input));
    return standing.filter(({ delivery }) => delivery === 'complete');
  }
}

function onlyOf(target: number, state: SeriesAvailability, delivered: readonly OpenSeries[]): SeriesStates {
  return { of: (tvdbId) => (tvdbId === target ? state : UNKNOWN_SERIES), delivered: idsOf(delivered) };
}

const idsOf = (requests: readonly OpenSeries[]): ReadonlySet<number> => new Set(requests.map(({ id }) => id));
