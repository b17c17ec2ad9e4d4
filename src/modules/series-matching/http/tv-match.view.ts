import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import { optional, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import type { TvTarget } from '../catalog/tv-catalog.service.js';
import type { OverridePage, ViewedMatch } from '../corrections/tv-match-corrections.service.js';
import type { SeasonMap } from '../matches/season-map.js';
import { isDoubted, mapSeasons, type TvMatch } from '../matches/tv-match.js';
import type { TvMatchProblem } from '../series-matching.errors.js';

/** The match of a series of the metadata provider with one of the library's catalog. */
export interface TvMatchResponse {
  readonly tmdb_id: number;
  readonly title?: string;
  readonly tvdb_id?: number;
  readonly target_title?: string;
  /** The library's season numbers, by the provider's. */
  readonly season_map: Readonly<Record<string, number>>;
  /** `default` while no source has identified the series. */
  readonly provenance: TvMatch['provenance'];
  readonly revision: string;
  readonly state: TvMatch['state'];
  /** Why it isn't resolved, for people. */
  readonly message?: string;
  readonly sentence?: SentenceView;
  /** The library manager's own id of the series. */
  readonly series_id?: number;
}

/** A page of the administrators' corrections. */
export interface TvMatchListView {
  readonly matches: readonly TvMatchResponse[];
  /** The `before` parameter of the next page; left out at the end. */
  readonly next_before?: number;
}

/** A match with the seasons of both catalogs. */
export interface ViewedTvMatchView {
  readonly match: TvMatchResponse;
  /** The provider's regular seasons; null when it can't be asked. */
  readonly source_seasons: readonly number[] | null;
  /** The library manager's seasons; empty without a target, null when it can't be asked. */
  readonly target_seasons: readonly number[] | null;
  /** The library that was asked; left out without one. */
  readonly instance_id?: string;
}

/** The possible targets in a library manager's catalog. */
export interface TvCandidatesView {
  readonly candidates: readonly {
    readonly tvdb_id: number;
    readonly tmdb_id?: number;
    readonly title: string;
    /** 0 when the manager doesn't know it. */
    readonly year: number;
    readonly seasons: readonly number[];
    /** The library manager's own id; left out when it isn't in the library. */
    readonly series_id?: number;
  }[];
}

/** Why a series has no usable match. */
const MATCH_SENTENCES = {
  match_paused: 'An administrator holds this series back.',
  match_ambiguous: 'The library knows more than one series of this title and year.',
  match_seasons_differ: 'The library counts the seasons or the episodes of this series differently.',
  match_target_missing: 'The library knows no such series.',
  match_not_told_by_provider: 'It can not be found out for now which series this is.',
  match_not_told_by_library: 'The library can not be asked for now which series this is.',
} as const;

const say = sayFrom(MATCH_SENTENCES);

const MESSAGES: Readonly<Record<TvMatchProblem, Sentence>> = {
  tv_match_paused: say('match_paused'),
  tv_match_ambiguous: say('match_ambiguous'),
  tv_target_missing: say('match_target_missing'),
  tv_metadata_unavailable: say('match_not_told_by_provider'),
  library_unavailable: say('match_not_told_by_library'),
};

/** Source: doc 4 section 1.14, TVMatch. @param sourceSeasons an administrator's map is shown completely in any case */
export function tvMatchView(
  match: TvMatch,
  sourceSeasons: readonly number[],
  target: Pick<TvTarget, 'title' | 'seriesId'> | null = null,
): TvMatchResponse {
  const message = messageOf(match);
  return {
    tmdb_id: match.tmdbId,
    ...(match.title === null ? {} : { title: match.title }),
    ...(match.tvdbId === null ? {} : { tvdb_id: match.tvdbId }),
    ...(target ? { target_title: target.title } : {}),
    season_map: seasonMapView(shownSeasons(match, sourceSeasons)),
    provenance: match.provenance,
    revision: match.revision,
    state: match.state,
    ...(message && { message: message.text, sentence: sentenceView(message) }),
    ...(target && target.seriesId !== null ? { series_id: target.seriesId } : {}),
  };
}

function messageOf(match: TvMatch): Sentence | null {
  if (match.problem === null) return null;
  return isDoubted(match) ? say('match_seasons_differ') : MESSAGES[match.problem];
}

/** A page of the corrections. */
export function tvMatchList({ matches, nextBefore }: OverridePage): TvMatchListView {
  return { matches: matches.map((match) => tvMatchView(match, [])), ...optional('next_before', nextBefore) };
}

/** A match with both sides; null for a side that can't be asked now. */
export function viewedMatch({
  match,
  sourceSeasons,
  targetSeasons,
  target,
  instanceId,
}: ViewedMatch): ViewedTvMatchView {
  return {
    match: tvMatchView(match, sourceSeasons ?? [], target),
    source_seasons: sourceSeasons,
    target_seasons: targetSeasons,
    ...(instanceId === null ? {} : { instance_id: instanceId }),
  };
}

/** Lists candidates; their year is 0 when the manager doesn't know it. */
export function tvCandidates(candidates: readonly TvTarget[]): TvCandidatesView {
  return {
    candidates: candidates.map(({ tvdbId, tmdbId, title, year, seasons, seriesId }) => ({
      tvdb_id: tvdbId,
      ...(tmdbId === null ? {} : { tmdb_id: tmdbId }),
      title,
      year,
      seasons,
      ...(seriesId === null ? {} : { series_id: seriesId }),
    })),
  };
}

function shownSeasons(match: TvMatch, sourceSeasons: readonly number[]): SeasonMap {
  if (match.seasons !== 'same') return match.seasons;
  return match.tvdbId === null ? new Map() : mapSeasons(match, sourceSeasons).map;
}

/** A map in JSON: by the provider's season. */
export const seasonMapView = (map: SeasonMap): Record<string, number> => Object.fromEntries(map);
