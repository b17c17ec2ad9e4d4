import { badRequest } from '../../../core/errors/app-error.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import { covers } from '../../quotas/quotas.public.js';
import {
  mapSeasons,
  pickSeasons,
  type SeasonMap,
  type TvMatch,
  tvMatchRefused,
} from '../../series-matching/series-matching.public.js';
import {
  distinctSeasons,
  encodeSeasonInput,
  SEASON_SCOPES,
  type SeasonInput,
  type SeasonScope,
} from '../policy/season-input.js';

/** A season as the metadata provider lists it; 0 holds the specials. */
export type ListedSeason = Pick<SeriesSummary['seasons'][number], 'seasonNumber' | 'episodeCount'>;

export interface SeasonSelection {
  readonly scope: string;
  readonly seasons: SeasonMap;
  /** Whole seasons, or the first episode of the only one. */
  readonly work: 'season' | 'pilot';
}

/**
 * A scope chooses among seasons with a counterpart in the library; seasons by number must all have one.
 * @param listed specials included
 * @throws AppError 400 for specials and unknown seasons; 409 `tv_seasons_unmapped` when the library has no counterpart
 */
export function selectSeasons(
  input: SeasonInput,
  listed: readonly ListedSeason[],
  match: Pick<TvMatch, 'seasons'>,
): SeasonSelection {
  const regular = listed.filter(({ seasonNumber }) => seasonNumber > 0);
  const scope = encodeSeasonInput(input);
  if (typeof input !== 'string') return { scope, seasons: namedSeasons(input, regular, match), work: 'season' };
  const airing = regular.filter(({ episodeCount }) => episodeCount > 0);
  const candidates = numbersOf(airing.length > 0 ? airing : regular);
  const { map } = mapSeasons(match, candidates);
  const [first] = map.keys();
  const last = [...map.keys()].at(-1);
  if (first === undefined || last === undefined) throw tvMatchRefused('tv_seasons_unmapped', { seasons: candidates });
  if (input === 'all') return { scope, seasons: map, work: 'season' };
  const chosen = input === 'latest' ? last : first;
  return { scope, seasons: pickSeasons(map, [chosen]), work: input === 'pilot' ? 'pilot' : 'season' };
}

function namedSeasons(
  input: readonly number[],
  regular: readonly ListedSeason[],
  match: Pick<TvMatch, 'seasons'>,
): SeasonMap {
  const known = new Set(numbersOf(regular));
  const wanted = distinctSeasons(input);
  for (const season of wanted) {
    if (season === 0) throw badRequest('specials_not_requestable', 'specials can not be requested');
    if (!known.has(season)) throw badRequest('season_unknown', `season ${season} does not exist`, { season });
  }
  const { map, unmapped } = mapSeasons(match, wanted);
  if (unmapped.length > 0) throw tvMatchRefused('tv_seasons_unmapped', { seasons: unmapped });
  return map;
}

function numbersOf(seasons: readonly ListedSeason[]): readonly number[] {
  return distinctSeasons(seasons.map(({ seasonNumber }) => seasonNumber));
}

export type Seasons = Pick<SeasonSelection, 'seasons' | 'work'>;

interface SeasonAmendment {
  readonly kept: SeasonMap;
  /** Seasons that the request doesn't cover, or covers only for the pilot. */
  readonly added: SeasonMap;
}

export function amendSeasons(asked: Seasons, wanted: Seasons): SeasonAmendment {
  const sources = [...wanted.seasons.keys()];
  const isAsked = (season: number): boolean => asked.seasons.has(season) && covers(asked.work, wanted.work);
  const isAdded = (season: number): boolean => !isAsked(season);
  return {
    kept: pickSeasons(wanted.seasons, sources.filter(isAsked)),
    added: pickSeasons(wanted.seasons, sources.filter(isAdded)),
  };
}

/**
 * Undefined keeps the requested seasons.
 * @param sent not validated yet.
 * @param stored the request's scope, or its seasons by number
 * @throws AppError 400 for any other value
 */
export function seasonOverride(sent: unknown, stored: string): SeasonScope | undefined {
  if (sent === undefined || sent === null || sent === '' || sent === stored) return undefined;
  const scope = SEASON_SCOPES.find((known) => known === sent);
  if (scope === undefined) {
    const values = SEASON_SCOPES.join(', ');
    throw badRequest('not_one_of', `season_scope must be one of: ${values}`, { name: 'season_scope', values });
  }
  return scope;
}
