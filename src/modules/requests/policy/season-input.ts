import { SEASON_SCOPES, type SeasonScope } from './request-settings.js';

/** Which seasons of a series are meant: by scope, or by the provider's numbers. */
export type SeasonInput = SeasonScope | readonly number[];

/** What somebody has chosen of a series; either may be missing. */
export interface SeasonChoice {
  /** The provider's numbers; empty when none were named. They win over the scope. */
  readonly seasons: readonly number[];
  /** As it was sent. */
  readonly scope: string | undefined;
}

/**
 * Which seasons are meant by one who may choose, or may not? A choice that isn't theirs, and a scope that nobody knows,
 * give way to the default without a word. Source: doc 4 sections 1.2 and 1.11.
 */
export function effectiveSeasons(
  policy: { readonly allowSeasonChoice: boolean; readonly defaultScope: SeasonScope },
  { seasons, scope }: SeasonChoice,
): SeasonInput {
  if (!policy.allowSeasonChoice) return policy.defaultScope;
  if (seasons.length > 0) return seasons;
  return isSeasonScope(scope) ? scope : policy.defaultScope;
}

/** The stored form: the scope's word, or the numbers, `1,2`, each once and in order. */
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
