import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import { seasonUnits } from '../../quotas/quotas.public.js';
import { decodeSeasonMap, type SeasonMap, type TvMatch } from '../../series-matching/series-matching.public.js';
import { attention, DeliveryStop } from '../kinds/delivery-outcome.js';
import { distinctSeasons } from '../policy/season-input.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { ClaimedJob } from '../saved/dispatches.repository.js';
import { type HeldEpisodes, readHeldEpisodes } from '../saved/held-episodes.js';
import { TARGET_MISSING } from './judge-match.js';
import type { SeriesOrder } from './plan-series-delivery.js';

export interface SeriesWork {
  readonly job: ClaimedJob;
  readonly match: TvMatch;
  readonly tvdbId: number;
  readonly map: SeasonMap;
  readonly isPilot: boolean;
  /** The wanted episodes that the library held before the first change; null where none was begun. */
  readonly held: HeldEpisodes | null;
  readonly manager: SonarrClient;
  readonly signal: AbortSignal;
}

/** @throws DeliveryStop for a request without a series of the library's catalog, or without seasons */
export function seriesWork(job: ClaimedJob, match: TvMatch, manager: SonarrClient, signal: AbortSignal): SeriesWork {
  const { tvdbId } = job;
  const map = decodeSeasonMap(job.seasonMap);
  if (tvdbId === null) throw new DeliveryStop(TARGET_MISSING);
  if (map.size === 0) throw stopUnmapped([]);
  const held = readHeldEpisodes(job.heldEpisodes);
  return { job, match, tvdbId, map, isPilot: job.seasonScope === 'pilot', held, manager, signal };
}

/** The wanted seasons, by the library's numbers. */
export function orderOf({ map, isPilot }: SeriesWork): SeriesOrder {
  return { seasons: distinctSeasons(map.values()), isPilot };
}

/** The provider's numbers of these seasons of the library. */
export function sourcesOf({ map }: SeriesWork, targets: readonly number[]): readonly number[] {
  return [...map].filter(([, target]) => targets.includes(target)).map(([source]) => source);
}

/** Keys of the units that the request was charged for these seasons of the library. */
export function unitKeysOf(work: SeriesWork, targets: readonly number[]): readonly string[] {
  const units = seasonUnits(work.job.tmdbId, sourcesOf(work, targets), work.isPilot ? 'pilot' : 'season');
  return units.map(({ key }) => key);
}

/** @param sources seasons that the library's manager doesn't know, by the provider's numbers */
export function stopUnmapped(sources: readonly number[]): DeliveryStop {
  const message =
    sources.length === 0
      ? sayDelivery('delivery_no_season_known')
      : sayDelivery('delivery_seasons_unknown', { seasons: sources.join(', ') });
  return new DeliveryStop(attention('tv_seasons_unmapped', message));
}
