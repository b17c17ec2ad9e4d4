export const SEASON_SCOPES = ['all', 'first', 'latest', 'pilot'] as const;

export type SeasonScope = (typeof SEASON_SCOPES)[number];

export type SeasonInput = SeasonScope | readonly number[];

export interface SeasonChoice {
  /** The provider's numbers; empty when there are none. They take precedence over the scope. */
  readonly seasons: readonly number[];
  readonly scope: string | undefined;
}

/** A choice that the policy doesn't allow, and an unknown scope, are replaced by the default without an error. */
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
