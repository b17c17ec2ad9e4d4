import { covers } from '../../quotas/quotas.public.js';
import { pickSeasons, type SeasonMap } from '../../series-matching/series-matching.public.js';
import type { SeasonSelection } from '../intake/season-selection.js';

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
