import { z } from 'zod';
import { atMostMembers } from '../../../core/http/at-most.js';
import { hasSharedTarget, type OverrideInput } from '../corrections/judge-override.js';
import type { SeasonMap } from '../matches/season-map.js';

const LARGEST_SEASON = 999_999;
const LARGEST_ID = 2_147_483_647;
const MOST_SEASONS = 500;

const REVISION = 'revision must be the revision of the match';
const TVDB_ID = 'tvdb_id must be a whole number, 0 for none';
const SEASON_MAP = 'season_map must name regular seasons: {"1": 1}';
const TOO_MANY_SEASONS = `season_map must name at most ${MOST_SEASONS} seasons`;

const SEASON = /^[1-9]\d{0,5}$/;
/** The revision of a match, as a body names it. */
export const matchRevision = z.string(REVISION).regex(/^[0-9a-f]{24}$/, REVISION);
const tvdbId = z.int(TVDB_ID).min(0, TVDB_ID).max(LARGEST_ID, TVDB_ID).nullish();
const season = z.union(
  [z.int().min(1, SEASON_MAP).max(LARGEST_SEASON, SEASON_MAP), z.string().regex(SEASON).transform(Number)],
  SEASON_MAP,
);
const seasons = z
  .record(z.string().regex(SEASON, SEASON_MAP), season, SEASON_MAP)
  .transform((entries): SeasonMap => new Map(Object.entries(entries).map(([from, to]) => [Number(from), to])));
const seasonMap = atMostMembers(MOST_SEASONS, seasons, TOO_MANY_SEASONS).nullish();

/** An administrator's change of a match, as sent. */
export interface TvMatchChange {
  readonly revision: string;
  readonly input: OverrideInput;
  readonly instanceId: string | undefined;
}

/**
 * PUT /api/admin/tv-matches/{tmdb_id}. `default` needs neither target nor map; a custom match without a map has the same numbers on both
 * sides, also in seasons to come. Source: doc 4 section 1.14, issue 43 C16.
 */
export const TV_MATCH_BODY = z
  .strictObject({
    revision: matchRevision,
    mode: z.enum(['custom', 'paused', 'default'], 'mode must be custom, paused or default'),
    tvdb_id: tvdbId,
    season_map: seasonMap,
    instance_id: z.string('instance_id must be a string').nullish(),
  })
  .transform(({ revision: seen, mode, tvdb_id, season_map, instance_id }, context): TvMatchChange => {
    const input = inputOf(mode, tvdb_id || null, season_map ?? null);
    if (typeof input !== 'string') return { revision: seen, input, instanceId: instance_id || undefined };
    context.addIssue({ code: 'custom', message: input });
    return z.NEVER;
  });

/** The input, or the text of the error. */
function inputOf(mode: OverrideInput['mode'], target: number | null, map: SeasonMap | null): OverrideInput | string {
  if (mode === 'default') return { mode };
  const seasons: SeasonMap = map ?? new Map<number, number>();
  if (hasSharedTarget(seasons)) return 'season_map names a season of the library more than once';
  if (mode === 'paused') return { mode, tvdbId: target, seasons };
  if (target === null) return 'a custom match needs a tvdb_id';
  return map?.size === 0 ? 'season_map must name a season' : { mode, tvdbId: target, seasons };
}
