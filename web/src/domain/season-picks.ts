import { openSeasons, type SeriesReading } from './open-seasons.js';
import { titleState, type TitleState } from './title-state.js';

/** A season, as the dialog of a request shows it. */
export interface SeasonPick {
  /** 0 holds the specials. */
  readonly number: number;
  /** How many it has; undefined where nobody says. */
  readonly episodes: number | undefined;
  /** Of its first episode; empty where it is unknown. */
  readonly year: string;
  /** What the library has of it; undefined where it says nothing. */
  readonly state: TitleState | undefined;
  /** May it be requested? Specials come with what they belong to. Source: doc 4 section 1.14 */
  readonly isOpen: boolean;
}

interface ListedSeason {
  readonly season_number: number;
  readonly episode_count?: unknown;
  readonly air_date?: unknown;
}

const isSeason = (entry: unknown): entry is ListedSeason =>
  typeof entry === 'object' && entry !== null && 'season_number' in entry && Number.isSafeInteger(entry.season_number);

/**
 * The seasons of a series in their order, the specials last, and which of them can be requested.
 *
 * @param listed as the metadata provider's document has them; what is no season is left out
 */
export function seasonPicks(listed: unknown, status: SeriesReading | undefined): readonly SeasonPick[] {
  const seasons = Array.isArray(listed) ? (listed as unknown[]).filter(isSeason) : [];
  const open = openSeasons(
    seasons.map(({ season_number: number }) => number),
    status,
  );
  const known = new Map(status?.seasons?.map((season) => [season.season_number, season.status]));
  return seasons
    .map(({ season_number: number, episode_count: episodes, air_date: day }) => ({
      number,
      episodes: typeof episodes === 'number' ? episodes : undefined,
      year: typeof day === 'string' ? (/^\d{4}/.exec(day)?.[0] ?? '') : '',
      state: stateOf(known.get(number), status?.status_known === true),
      isOpen: number > 0 && open.includes(number),
    }))
    .toSorted((one, other) => Number(one.number === 0) - Number(other.number === 0) || one.number - other.number);
}

const stateOf = (status: SeriesReading['status'] | undefined, status_known: boolean): TitleState | undefined =>
  status === undefined ? undefined : titleState({ status, status_known });
