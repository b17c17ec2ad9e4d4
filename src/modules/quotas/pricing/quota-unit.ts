import type { AllowanceKind } from '../rules/allowance-rule.js';

/** How much of a season is requested: its first episode, or all of it. Empty for other titles. */
export type UnitWork = 'pilot' | 'season' | '';

/** A unit of an allowance: a film, a season of a series, a format of a book, or an album. Source: doc 4 section 1.18, unit keys. */
export interface QuotaUnit {
  readonly kind: AllowanceKind;
  /** A film's TMDB id; a season's as `<TMDB id>:<season number>`; the key of a book or an album. */
  readonly key: string;
  readonly work: UnitWork;
}

/** The units of a request in one library. */
export interface QuotaSelection {
  readonly instanceId: string;
  readonly units: readonly QuotaUnit[];
}

/** The unit of a film. */
export function filmUnit(tmdbId: number): QuotaUnit {
  return { kind: 'movie', key: String(tmdbId), work: '' };
}

/** The unit of a format of a book. @param key the key of the book */
export function bookUnit(key: string, format: 'ebook' | 'audiobook'): QuotaUnit {
  return { kind: format, key, work: '' };
}

/** The unit of an album. @param key the key of the album */
export function albumUnit(key: string): QuotaUnit {
  return { kind: 'music', key, work: '' };
}

/**
 * The units of a series' seasons, by the metadata provider's numbers. Specials have none. A pilot is a unit of its
 * season. Source: doc 2 section 4, requests rule 1; doc 4 section 1.15.
 */
export function seasonUnits(
  tmdbId: number,
  seasons: readonly number[],
  work: 'pilot' | 'season',
): readonly QuotaUnit[] {
  return seasons.filter((season) => season > 0).map((season) => ({ kind: 'tv', key: `${tmdbId}:${season}`, work }));
}

/** Does earlier work cover this one? A season covers its pilot; a pilot doesn't cover its season. */
export function covers(held: UnitWork, wanted: UnitWork): boolean {
  return held === wanted || (held === 'season' && wanted === 'pilot');
}

/** Each unit once; a season replaces its pilot. */
export function distinctUnits(units: readonly QuotaUnit[]): readonly QuotaUnit[] {
  const distinct = new Map<string, QuotaUnit>();
  for (const unit of units) {
    const known = distinct.get(`${unit.kind} ${unit.key}`);
    if (!known || !covers(known.work, unit.work)) distinct.set(`${unit.kind} ${unit.key}`, unit);
  }
  return [...distinct.values()];
}
