import type {
  FilmDigestEntry,
  FilmSnapshot,
  SeriesDigestEntry,
  SeriesJudgement,
  SeriesSnapshot,
} from '../../library/library.public.js';
import type { TitleKind } from './media-id.js';
import { filmState, type SeriesAnswer, seriesState, type TitleState } from './title-state.js';

export interface LibraryTitles<Snapshot> {
  readonly id: string;
  readonly snapshot: Snapshot;
}

export interface UnsettledSeries {
  readonly instanceId: string;
  readonly tvdbId: number;
  /** The library's entry of it when the list was found missing. */
  readonly entry: SeriesDigestEntry | undefined;
}

export const seriesKey = ({ instanceId, tvdbId }: UnsettledSeries): string => `${tvdbId} ${instanceId}`;

export interface JudgedTitle {
  readonly state: TitleState;
  /** From when on time alone may have made another of it, in epoch milliseconds; infinite for never. */
  readonly until: number;
  /** By library, where its list of episodes decides and isn't in memory. */
  readonly unsettled: readonly UnsettledSeries[];
}

export interface TitleIds {
  readonly mediaType: TitleKind;
  readonly tmdbId: number;
  /** A series: its id in the libraries' catalog; null where it isn't known. */
  readonly tvdbId: number | null;
}

/** As of one moment. It reads nothing. */
export class LiveTitles {
  constructor(
    private readonly films: readonly LibraryTitles<FilmSnapshot>[],
    private readonly series: readonly LibraryTitles<SeriesSnapshot>[],
  ) {}

  /** The same text: nothing but time can have changed what libraries hold. */
  get version(): string {
    return [...this.films, ...this.series].map(({ id, snapshot }) => `${id} ${snapshot.version}`).join();
  }

  /** Null for a series whose id in the libraries' catalog isn't known. */
  judge({ mediaType, tmdbId, tvdbId }: TitleIds): JudgedTitle | null {
    if (mediaType === 'movie') return this.judgeFilm(tmdbId);
    return tvdbId === null ? null : this.judgeSeries(tvdbId);
  }

  private judgeFilm(tmdbId: number): JudgedTitle {
    const state = filmState(this.films.map(({ snapshot }) => recordIn(snapshot, tmdbId)));
    return { state, until: Infinity, unsettled: [] };
  }

  private judgeSeries(tvdbId: number): JudgedTitle {
    const judged = this.series.map(({ id, snapshot }) => ({ id, judgement: snapshot.judge(tvdbId) }));
    return {
      state: seriesState(judged.map(({ judgement }) => answerOf(judgement))),
      until: Math.min(...judged.map(({ judgement }) => judgement.until ?? Infinity)),
      unsettled: judged
        .filter(({ judgement }) => !judgement.settled)
        .map(({ id, judgement: { entry } }) => ({ instanceId: id, tvdbId, entry })),
    };
  }
}

/** Undefined where the library has none; null where its record may be one that can't be read. */
const recordIn = (snapshot: FilmSnapshot, tmdbId: number): FilmDigestEntry | null | undefined =>
  snapshot.isUnread(tmdbId) ? null : snapshot.films.get(tmdbId);

function answerOf({ entry, series }: SeriesJudgement): SeriesAnswer {
  return { availability: series, recordId: entry?.recordId ?? null };
}
