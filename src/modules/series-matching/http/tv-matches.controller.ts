import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import {
  CurrentAdministrator,
  CurrentCaller,
  type ActingAdministrator,
  type Caller,
} from '../../../core/access/caller.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { TvMatchCorrectionsService } from '../corrections/tv-match-corrections.service.js';
import { TvLibraryChoiceService } from '../corrections/tv-library-choice.service.js';
import {
  tvCandidates,
  tvMatchList,
  viewedMatch,
  type TvCandidatesView,
  type TvMatchListView,
  type ViewedTvMatchView,
} from './tv-match.view.js';
import { z } from 'zod';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { atMostMembers } from '../../../core/http/at-most.js';
import { hasSharedTarget, type OverrideInput } from '../corrections/judge-override.js';
import type { SeasonMap } from '../matches/season-map.js';

const LARGEST_SEASON = 999_999;
const LARGEST_ID = 2_147_483_647;
const MOST_SEASONS = 500;

const REVISION = refusedValue('invalid', 'revision must be the revision of the match', { name: 'revision' });
const TVDB_ID = refusedValue('not_a_number', 'tvdb_id must be a whole number, 0 for none', { name: 'tvdb_id' });
const SEASON_MAP = refusedValue('invalid', 'season_map must name regular seasons: {"1": 1}', { name: 'season_map' });
const TOO_MANY_SEASONS = refusedValue('too_many_seasons', `season_map must name at most ${MOST_SEASONS} seasons`, {
  most: MOST_SEASONS,
});

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

/** `default` needs neither target nor map; a custom match without a map has the same numbers on both sides, also in seasons to come. */
export const TV_MATCH_BODY = z
  .strictObject({
    revision: matchRevision,
    mode: z.enum(
      ['custom', 'paused', 'default'],
      refusedValue('not_one_of', 'mode must be custom, paused or default', {
        name: 'mode',
        values: 'custom, paused, default',
      }),
    ),
    tvdb_id: tvdbId,
    season_map: seasonMap,
    instance_id: z
      .string(refusedValue('not_a_text', 'instance_id must be a string', { name: 'instance_id' }))
      .nullish(),
  })
  .transform(({ revision: seen, mode, tvdb_id, season_map, instance_id }, context): TvMatchChange => {
    const input = inputOf(mode, tvdb_id || null, season_map ?? null);
    if (typeof input !== 'string') return { revision: seen, input, instanceId: instance_id || undefined };
    context.addIssue({ code: 'custom', message: input });
    return z.NEVER;
  });

/** The input, or what it is refused with. */
function inputOf(mode: OverrideInput['mode'], target: number | null, map: SeasonMap | null): OverrideInput | string {
  if (mode === 'default') return { mode };
  const seasons: SeasonMap = map ?? new Map<number, number>();
  if (hasSharedTarget(seasons))
    return refusedValue('season_named_twice', 'season_map names a season of the library more than once');
  if (mode === 'paused') return { mode, tvdbId: target, seasons };
  if (target === null) return refusedValue('match_target_required', 'a custom match needs a tvdb_id');
  if (map?.size === 0) return refusedValue('no_season_named', 'season_map must name a season');
  return { mode, tvdbId: target, seasons };
}

const MOST = 500;

const number = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** An empty parameter counts as left out; a repeated one is invalid. */
const absent = (value: unknown): unknown => (value === '' ? undefined : value);

const LIST_QUERY = z.object({
  before: z.preprocess(absent, number.transform((id) => Math.min(id, LARGEST_ROW_ID)).optional()),
  limit: z.preprocess(absent, number.refine((limit) => limit <= MOST).default(MOST)),
});

/** The parameters of GET /api/admin/tv-matches. */
interface TvMatchListParameters {
  /** Only series with a lower id: the `next_before` of the previous page. */
  readonly before?: number;
  /** 1 to 500; 500 by default. */
  readonly limit?: number;
}

/** The validated parameters. */
interface TvMatchListQuery {
  /** Only series with a lower id. */
  readonly before?: number | undefined;
  /** 1 to 500. */
  readonly limit: number;
}

/** @throws AppError 400 for an invalid `before` or `limit` */
function tvMatchListQuery(query: UnvalidatedQuery<TvMatchListParameters>): TvMatchListQuery {
  const parsed = LIST_QUERY.safeParse(query);
  if (parsed.success) return parsed.data;
  const [name] = parsed.error.issues[0]?.path ?? [];
  if (name === 'limit')
    throw badRequest('out_of_range', `limit must be 1 to ${MOST}`, { name: 'limit', least: 1, most: MOST });
  throw badRequest('invalid', 'before must be the id of a series', { name: 'before' });
}

const LONGEST_QUERY = 200;

/** The library to look in. */
export interface TvLibraryQuery {
  /** The household's default when left out. */
  readonly instance_id?: string;
}

/** The parameters of the candidates. */
interface TvCandidatesQuery extends TvLibraryQuery {
  /** Part of a title; 1 to 200 characters. */
  readonly q: string;
}

/** The routes by which administrators see and correct the matches of series. */
@Controller('api/admin/tv-matches')
export class TvMatchesController {
  constructor(
    private readonly corrections: TvMatchCorrectionsService,
    private readonly libraries: TvLibraryChoiceService,
  ) {}

  /** List the corrections of series matches that administrators have made. */
  @AdminOnly('requests:manage')
  @Get()
  async list(@Query() query: UnvalidatedQuery<TvMatchListParameters>): Promise<TvMatchListView> {
    const { before, limit } = tvMatchListQuery(query);
    return tvMatchList(await this.corrections.overrides(before, limit));
  }

  /** Search the library's catalog for series that could be meant, by name. */
  @AdminOnly('requests:manage')
  @Get('candidates')
  @Answers({ 404: 'The library is gone.', 502: 'The library failed.', 503: 'The library can not be read for now.' })
  async candidates(
    @CurrentCaller() admin: Caller,
    @Query() { q, instance_id: instance }: UnvalidatedQuery<TvCandidatesQuery>,
  ): Promise<TvCandidatesView> {
    const words = queryWord('q', q)?.trim() ?? '';
    if (words === '') throw badRequest('required', 'q required', { name: 'q' });
    if (words.length > LONGEST_QUERY)
      throw badRequest('too_long', `q must be at most ${LONGEST_QUERY} characters`, { name: 'q', most: LONGEST_QUERY });
    const library = await this.libraries.require(admin, queryWord('instance_id', instance));
    return tvCandidates(await this.corrections.candidates(library, words));
  }

  /** Get which series of the library's catalog is meant, with the seasons of both catalogs. */
  @AdminOnly('requests:manage')
  @Get(':tmdb_id')
  @Answers({
    404: 'There is no such series.',
    502: 'The metadata provider gave an answer that can not be read, or the library did.',
    503: 'The metadata provider or the library can not be asked for now.',
  })
  async one(
    @CurrentCaller() admin: Caller,
    @Param('tmdb_id', new IntIdPipe('tmdb')) tmdbId: number,
    @Query() { instance_id: instance }: UnvalidatedQuery<TvLibraryQuery>,
  ): Promise<ViewedTvMatchView> {
    const library = await this.libraries.of(admin, queryWord('instance_id', instance));
    return viewedMatch(await this.corrections.one(tmdbId, library));
  }

  /** Set which series of the library's catalog is meant, pause the series, or return to the default. */
  @AdminOnly('requests:manage')
  @Put(':tmdb_id')
  @Answers({
    404: 'There is no such series.',
    409: 'The match of the series does not allow it; `code` names the reason.',
    502: 'The metadata provider gave an answer that can not be read, or the library did.',
    503: 'The metadata provider or the library can not be asked for now.',
  })
  async set(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('tmdb_id', new IntIdPipe('tmdb')) tmdbId: number,
    @Body(new StrictBodyPipe(TV_MATCH_BODY)) { revision, input, instanceId }: TvMatchChange,
  ): Promise<ViewedTvMatchView> {
    const library = await this.libraries.of(admin, instanceId);
    await this.corrections.set(admin, tmdbId, revision, input, library);
    return viewedMatch(await this.corrections.one(tmdbId, library));
  }

  /** Remove the correction of a series match, and get the match that is now current. */
  @AdminOnly('requests:manage')
  @Delete(':tmdb_id')
  @Answers({
    404: 'There is no such series.',
    502: 'The metadata provider gave an answer that can not be read, or the library did.',
    503: 'The metadata provider or the library can not be asked for now.',
  })
  async reset(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('tmdb_id', new IntIdPipe('tmdb')) tmdbId: number,
    @Query() { instance_id: instance }: UnvalidatedQuery<TvLibraryQuery>,
  ): Promise<ViewedTvMatchView> {
    const library = await this.libraries.of(admin, queryWord('instance_id', instance));
    await this.corrections.reset(admin, tmdbId);
    return viewedMatch(await this.corrections.one(tmdbId, library));
  }
}
