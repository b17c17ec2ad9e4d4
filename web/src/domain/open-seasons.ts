import { isRequestable, titleState, type StatusReading } from './title-state.js';

/** The members of a series' status that say how its seasons are. */
export interface SeriesReading extends StatusReading {
  readonly seasons?: readonly { readonly season_number: number; readonly status: StatusReading['status'] }[];
}

/** These are there, or somebody waits for them. */
const TAKEN: ReadonlySet<StatusReading['status']> = new Set(['available', 'downloading', 'requested', 'pending']);

/** The seasons that the reader may request: all but those that are there or on their way. */
export function openSeasons(seasons: readonly number[], status: SeriesReading | undefined): readonly number[] {
  const known = status?.status_known ? (status.seasons ?? []) : [];
  const taken = known.filter(({ status: state }) => TAKEN.has(state)).map(({ season_number: number }) => number);
  return seasons.filter((number) => !taken.includes(number));
}

/** May a series be requested: as a whole, or by a season that nobody has requested yet? The specials alone don't count. */
export function isSeriesOpen(status: SeriesReading): boolean {
  const state = titleState(status);
  const numbered = (status.seasons ?? []).map(({ season_number: number }) => number).filter((number) => number > 0);
  if (state === 'unknown' || state === 'available' || numbered.length === 0) return isRequestable(state, 'tv');
  return openSeasons(numbered, status).length > 0;
}
