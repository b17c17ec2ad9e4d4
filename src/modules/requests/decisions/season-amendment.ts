import type { SeasonSelection } from '../intake/season-selection.js';
import { covers } from '../quotas/quota-unit.js';
import { pickSeasons, type SeasonMap } from '../saved/season-map.js';

/** Seasons, and how much of each. */
export type Seasons = Pick<SeasonSelection, 'seasons' | 'work'>;

/** What an administrator's choice of seasons changes of what was asked for. */
export interface SeasonAmendment {
  /** Seasons that were not asked for, or of which only the pilot was. */
  readonly added: SeasonMap;
  /** The provider's numbers of seasons that were asked for and aren't wanted any more. */
  readonly removed: readonly number[];
}

/** What changes from one selection to another? What is in both costs nothing. Source: doc 2 section 4, requests rule 1. */
export function amendSeasons(asked: Seasons, wanted: Seasons): SeasonAmendment {
  const sources = [...wanted.seasons.keys()];
  const isAsked = (season: number): boolean => asked.seasons.has(season) && covers(asked.work, wanted.work);
  return {
    added: pickSeasons(
      wanted.seasons,
      sources.filter((season) => !isAsked(season)),
    ),
    removed: [...asked.seasons.keys()].filter((season) => !wanted.seasons.has(season)),
  };
}
