import { covers } from '../../quotas/quotas.public.js';
import { pickSeasons, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { SeasonSelection } from './season-selection.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES, type SeasonScope } from '../policy/request-settings.js';

/** Seasons, and whether all of each or only its pilot is meant. */
export type Seasons = Pick<SeasonSelection, 'seasons' | 'work'>;

/** An administrator's choice of seasons, compared with the request. */
export interface SeasonAmendment {
  /** Seasons that the request already covers and has paid for. */
  readonly kept: SeasonMap;
  /** Seasons that the request doesn't cover, or covers only for the pilot. */
  readonly added: SeasonMap;
}

/**
 * Separates the seasons that the request already covers, which cost nothing, from the added ones. Source: doc 2 section
 * 4, requests rule 1.
 */
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
 * The seasons that an approval chooses. Undefined keeps the requested ones: no scope was sent, or the stored one was
 * sent back unchanged. Source: doc 4 section 1.9 (DecisionOverride).
 *
 * @param sent the value from the body, not validated yet
 * @param stored the request's scope, or its seasons by number
 * @throws AppError 400 for any other value
 */
export function seasonOverride(sent: unknown, stored: string): SeasonScope | undefined {
  if (sent === undefined || sent === null || sent === '' || sent === stored) return undefined;
  const scope = SEASON_SCOPES.find((known) => known === sent);
  if (scope === undefined) throw badRequest(`season_scope must be one of: ${SEASON_SCOPES.join(', ')}`);
  return scope;
}
