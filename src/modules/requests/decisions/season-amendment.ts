import { covers } from '../../quotas/quotas.public.js';
import { pickSeasons, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { SeasonSelection } from '../intake/season-selection.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES, type SeasonScope } from '../policy/request-settings.js';

/** Seasons, and how much of each. */
export type Seasons = Pick<SeasonSelection, 'seasons' | 'work'>;

/** An administrator's choice of seasons, beside what was asked for. */
export interface SeasonAmendment {
  /** Seasons that were asked for, and paid for then. */
  readonly kept: SeasonMap;
  /** Seasons that were not asked for, or of which only the pilot was. */
  readonly added: SeasonMap;
}

/** Which seasons of a choice were asked for already? They cost nothing. Source: doc 2 section 4, requests rule 1. */
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
 * Which seasons does an approval choose? Undefined keeps what was asked for: nothing is said, or what is stored is sent
 * back as a queue shows it. Source: doc 4 section 1.9 (DecisionOverride).
 *
 * @param sent as it came
 * @param stored the request's scope, or its seasons by number
 * @throws AppError 400 for anything else than a scope
 */
export function seasonOverride(sent: unknown, stored: string): SeasonScope | undefined {
  if (sent === undefined || sent === null || sent === '' || sent === stored) return undefined;
  const scope = SEASON_SCOPES.find((known) => known === sent);
  if (scope === undefined) throw badRequest(`season_scope must be one of: ${SEASON_SCOPES.join(', ')}`);
  return scope;
}
