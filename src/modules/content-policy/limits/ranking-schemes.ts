import { BUILT_IN_SCHEMES, type KnownSchemes, type Rating, type TitleKind } from '../../metadata/metadata.public.js';
import type { RankingSchemes } from '../judging/kids-judge.js';

const UNITED_STATES = 'US';

/** The scheme of a region, as far as it is known. That of the United States always is; null for any other unknown one. */
export function schemeOf(kind: TitleKind, region: string, { schemes }: KnownSchemes): readonly Rating[] | null {
  const builtIn = region === UNITED_STATES ? BUILT_IN_SCHEMES[kind].get(UNITED_STATES) : undefined;
  return schemes.get(region) ?? builtIn ?? null;
}

/** What a policy of this region is ranked by; null when it can't be ranked. */
export function rankingSchemes(kind: TitleKind, region: string, known: KnownSchemes): RankingSchemes | null {
  const own = schemeOf(kind, region, known);
  const unitedStates = schemeOf(kind, UNITED_STATES, known);
  return own && unitedStates && { own, unitedStates };
}
