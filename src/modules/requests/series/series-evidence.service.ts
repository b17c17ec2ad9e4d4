import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import { decodeSeasonMap } from '../../series-matching/series-matching.public.js';
import type { DispatchState } from '../jobs/dispatch-row.entity.js';
import { DispatchesRepository } from '../jobs/dispatches.repository.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { savedStateOf } from '../kinds/request-status.js';
import type { RequestSubject } from '../saved/work.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LiveSeriesService } from './live-series.service.js';
import type { SeasonSelection } from './season-selection.js';
import type { SeriesStates, OpenSeries } from './series-plan.js';
import type { AskedSeries } from './series-selection.service.js';

/**
 * What is known about a series before a request for it is saved: the account's open requests, and what the library says
 * within the time that somebody may wait. Which requests were delivered is read before the library: its answer is compared
 * with those alone. Except for {@link open}, nothing here may be called inside a transaction.
 */
@Injectable()
export class SeriesEvidenceService {
  constructor(
    private readonly database: Database,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly live: LiveSeriesService,
  ) {}

  /** The account's open requests for the series in this library: the pending one, then the accepted ones, newest first. */
  async open(tx: ReadTx, input: RequestSubject): Promise<readonly OpenSeries[]> {
    const pending = await this.saved.open(tx, input);
    const accepted = await this.saved.accepted(tx, input);
    const joined = await this.dispatches.joined(tx, pending ? [pending, ...accepted] : accepted);
    return joined
      .map((one) => openSeries(one.request, savedStateOf(one).delivery))
      .filter(({ delivery }) => delivery !== 'cancelled');
  }

  /**
   * The cached state of the library. The library is read only when seasons of the selection were delivered before,
   * since they may have been deleted.
   *
   * @param select the current selection: asked for only where the account has requested the series before
   */
  async gather({ input, series }: AskedSeries, select: () => Promise<SeasonSelection>): Promise<SeriesStates> {
    const { instanceId } = input;
    const target = series.match.tvdbId;
    const warm = (): SeriesAvailability => this.live.warm({ instanceId, tvdbId: target });
    // Usually there is none: one cheap statement finds out.
    if (!(await this.database.readOne((tx) => this.saved.newest(tx, input)))) return onlyOf(target, warm(), []);
    const { seasons, work } = await select();
    const delivered = (await this.delivered(input)).filter((request) =>
      [...seasons.keys()].some((source) => request.seasons.has(source)),
    );
    if (delivered.length === 0) return onlyOf(target, warm(), delivered);
    const lookedAt = [{ tvdbId: target, work }, ...delivered];
    const states = await this.live.read(
      lookedAt.map((one) => ({ instanceId, tvdbId: one.tvdbId, pilot: one.work === 'pilot' })),
    );
    return { of: (tvdbId) => states({ instanceId, tvdbId }), delivered: idsOf(delivered) };
  }

  /** The cached state of the series with this id in the library's catalog. */
  async warm(input: RequestSubject, tvdbId: number): Promise<SeriesStates> {
    const delivered = await this.delivered(input);
    return onlyOf(tvdbId, this.live.warm({ instanceId: input.instanceId, tvdbId }), delivered);
  }

  /**
   * What the library says of the series within a quarter of a second. Source: doc 4, decision "Owned already".
   *
   * @param before used when the library did not answer in time, for other series, and for the delivered requests
   */
  async glance(input: RequestSubject, tvdbId: number, before?: SeriesStates): Promise<SeriesStates> {
    const states = before ?? onlyOf(tvdbId, UNKNOWN_SERIES, await this.delivered(input));
    const seen = await this.live.glance({ instanceId: input.instanceId, tvdbId });
    return { ...states, of: (id) => (seen.known && id === tvdbId ? seen : states.of(id)) };
  }

  private async delivered(input: RequestSubject): Promise<readonly OpenSeries[]> {
    const open = await this.database.read((tx) => this.open(tx, input));
    return open.filter(({ delivery }) => delivery === 'complete');
  }
}

/**
 * Reads a stored request for a series, with the state of its delivery.
 *
 * @throws StorageError 503 for a row without a valid series or seasons
 */
export function openSeries(request: RequestRow, delivery: DispatchState): OpenSeries {
  const { id, tvdbId, seasonMap, seasonScope, status } = request;
  if (tvdbId === null) throw new StorageError('corrupt', new Error('a request for a series names no series'));
  return {
    id,
    pending: status === 'pending',
    delivery,
    tvdbId,
    seasons: decodeSeasonMap(seasonMap),
    work: seasonScope === 'pilot' ? 'pilot' : 'season',
  };
}

function onlyOf(target: number, state: SeriesAvailability, delivered: readonly OpenSeries[]): SeriesStates {
  return { of: (tvdbId) => (tvdbId === target ? state : UNKNOWN_SERIES), delivered: idsOf(delivered) };
}

const idsOf = (requests: readonly OpenSeries[]): ReadonlySet<number> => new Set(requests.map(({ id }) => id));
