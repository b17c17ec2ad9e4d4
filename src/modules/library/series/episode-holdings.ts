import { type DownloadQueue, rowsOf } from '../cache/download-queue.js';
import type { UnknownTitle } from '../cache/library-kind.js';
import { UNKNOWN_SERIES } from './judge-seasons.js';
import type { SeriesObservation } from './judge-series.js';
import type { SeasonEpisodes } from './series-episodes.js';

/** What a library has of a season, by the numbers of its own catalog. */
export interface SeasonHoldings {
  readonly seasonNumber: number;
  /** The lowest number of its episodes; null where none is known. */
  readonly first: number | null;
  /** The episodes that have a file. */
  readonly held: readonly number[];
  /** Those of the others that are in the download queue; null where that can't be said. */
  readonly downloading: readonly number[] | null;
}

export type EpisodeHoldings =
  | {
      readonly known: true;
      /** False when the library affirms that it has no such series. */
      readonly inLibrary: boolean;
      /** By number. */
      readonly seasons: readonly SeasonHoldings[];
    }
  | UnknownTitle;

type Observed = Pick<SeriesObservation, 'entry' | 'episodes'>;

/** Only the list says which of its episodes have a file or are in the queue. */
export function needsNumbers({ entry }: Pick<Observed, 'entry'>, queue: DownloadQueue | null): boolean {
  if (!entry) return false;
  return entry.seasons.some(({ files }) => files > 0) || queue?.get(entry.recordId) !== undefined;
}

/** Unknown where the list is needed and isn't at hand. @param queue null when it can't be read */
export function episodeHoldings(observed: Observed, queue: DownloadQueue | null): EpisodeHoldings {
  const { entry, episodes } = observed;
  if (!entry) return { known: true, inLibrary: false, seasons: [] };
  if (episodes === null && needsNumbers(observed, queue)) return UNKNOWN_SERIES;
  const rows = rowsOf(queue, entry.recordId);
  const queued = rows && new Set(rows.map(({ part }) => part));
  const seasons = entry.seasons.map(({ seasonNumber }) => {
    const { held = [], awaited = [] }: Partial<SeasonEpisodes> = episodes?.get(seasonNumber) ?? {};
    const numbers = [...held, ...awaited.map(([, number]) => number)].sort((one, other) => one - other);
    const downloading = queued && awaited.flatMap(([id, number]) => (queued.has(id) ? [number] : []));
    return { seasonNumber, first: numbers[0] ?? null, held, downloading };
  });
  return { known: true, inLibrary: true, seasons };
}
