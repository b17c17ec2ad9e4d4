/** When the episodes of a season air, in the order of their numbers: epoch milliseconds, null without a date. */
export type SonarrAirings = readonly (number | null)[];

/** A series that the fake's metadata service knows. */
export interface SonarrShow {
  readonly tvdbId: number;
  /** 0 where the metadata don't know it. */
  readonly tmdbId: number;
  readonly title: string;
  readonly year: number;
  readonly status: string;
  readonly certification: string | null;
  readonly genres: readonly string[];
  /** By the number of the season; 0 holds the specials. */
  readonly seasons: Map<number, SonarrAirings>;
}

export type SonarrShowGiven = Pick<SonarrShow, 'tvdbId'> &
  Partial<Omit<SonarrShow, 'tvdbId' | 'seasons'>> & {
    /**
     * By the number of the season: its airings, or how many episodes it has. So many air weekly from the first of
     * January on, the first season in the year of the series and each later one a year after. One season of two
     * episodes where nothing is said.
     */
    readonly seasons?: Readonly<Record<number, SonarrAirings | number>>;
  };

const WEEK_MS = 7 * 24 * 3_600_000;

export function showOf(given: SonarrShowGiven): SonarrShow {
  const { tvdbId, tmdbId = 0, title = `Series ${tvdbId}`, year = 2015, status = 'continuing' } = given;
  const { certification = 'TV-14', genres = ['Drama'] } = given;
  const seasons = Object.entries(given.seasons ?? { 1: 2 }).map(([season, airings]) => {
    const number = Number(season);
    return [number, typeof airings === 'number' ? weekly(year + Math.max(0, number - 1), airings) : airings] as const;
  });
  return { tvdbId, tmdbId, title, year, status, certification, genres, seasons: new Map(seasons) };
}

const weekly = (year: number, count: number): SonarrAirings =>
  Array.from({ length: count }, (_, index) => Date.UTC(year, 0, 1, 2) + index * WEEK_MS);

/** `Northern.Relay.S02E01.1080p.WEB-DL-DEMO`, or without an episode for a season pack. */
export function releaseNameOf(show: SonarrShow, seasonNumber: number, episodeNumber?: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const place = `S${two(seasonNumber)}${episodeNumber === undefined ? '' : `E${two(episodeNumber)}`}`;
  return `${show.title.replace(/[^A-Za-z0-9]+/g, '.')}.${place}.1080p.WEB-DL-DEMO`;
}
