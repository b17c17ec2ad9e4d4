import { SEASON_SCOPES, type SeasonScope } from './request-settings.js';

/** Seasons of a series: by scope, or by the provider's numbers. */
export type SeasonInput = SeasonScope | readonly number[];

/** A requester's choice of seasons; either part may be missing. */
export interface SeasonChoice {
  /** The provider's numbers; empty when there are none. They take precedence over the scope. */
  readonly seasons: readonly number[];
  /** As it was sent. */
  readonly scope: string | undefined;
}

/**
 * The seasons that count. A choice that the policy doesn't allow, and an unknown scope, are replaced by the default
 * without an error. Source: doc 4 sections 1.2 and 1.11.
 */
export function effectiveSeasons(
  policy: { readonly allowSeasonChoice: boolean; readonly defaultScope: SeasonScope },
  { seasons, scope }: SeasonChoice,
): SeasonInput {
  if (!policy.allowSeasonChoice) return policy.defaultScope;
  if (seasons.length > 0) return seasons;
  return isSeasonScope(scope) ? scope : policy.defaultScope;
}

/** The stored form: the scope, or the numbers as `1,2`, each once and in order. */
export function encodeSeasonInput(input: SeasonInput): string {
  return typeof input === 'string' ? input : distinctSeasons(input).join(',');
}

/** Each number once, the lowest first. */
export function distinctSeasons(seasons: Iterable<number>): readonly number[] {
  return [...new Set(seasons)].sort((a, b) => a - b);
}

function isSeasonScope(word: string | undefined): word is SeasonScope {
  return SEASON_SCOPES.some((scope) => scope === word);
}
