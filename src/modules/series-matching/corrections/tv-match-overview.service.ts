import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import { regularSeasons, SeriesFactsService } from '../catalog/series-facts.service.js';
import { TvCatalogService, type TvTarget } from '../catalog/tv-catalog.service.js';
import { overriddenMatch } from '../matches/stored-match.js';
import { TvMatchesRepository } from '../matches/tv-matches.repository.js';
import { isDoubted, type TvMatch } from '../matches/tv-match.js';
import { TvMatchesService } from '../matches/tv-matches.service.js';

const CANDIDATES_LIMIT = 50;

/** A match with the seasons of both catalogs. */
export interface ViewedMatch {
  readonly match: TvMatch;
  /** The provider's seasons without specials; null when it can't be asked. */
  readonly sourceSeasons: readonly number[] | null;
  /** The library manager's seasons; empty without a target, and for an unknown one; null when it can't be asked. */
  readonly targetSeasons: readonly number[] | null;
  /** The library manager's record of the target; null when it has none or can't be asked. */
  readonly target: TvTarget | null;
  /** The library that was asked; null without one. */
  readonly instanceId: string | null;
}

/** A page of corrections. */
export interface OverridePage {
  readonly matches: readonly TvMatch[];
  /** The start of the next page; null at the end. */
  readonly nextBefore: number | null;
}

/** Reads matches for administrators. */
@Injectable()
export class TvMatchOverviewService {
  constructor(
    private readonly database: Database,
    private readonly matches: TvMatchesService,
    private readonly facts: SeriesFactsService,
    private readonly catalog: TvCatalogService,
    private readonly stored: TvMatchesRepository,
  ) {}

  /**
   * The corrections, by descending id of the series. From storage alone, so without titles.
   *
   * @param before only series with a lower id; undefined from the start
   * @param limit 1 to 500
   */
  async overrides(before: number | undefined, limit: number): Promise<OverridePage> {
    const rows = await this.database.read((tx) => this.stored.overrides(tx, before, limit + 1));
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { matches: shown.map(overriddenMatch), nextBefore: last?.tmdbId ?? null };
  }

  /**
   * A match with the seasons of both catalogs. An outside system that can't answer makes its side unknown; the call
   * doesn't fail, because a series must be pausable while its library is down.
   *
   * @throws AppError 404 for a series that the provider affirms not to exist, unless there is a correction for it
   */
  async one(tmdbId: number, instanceId: string | null): Promise<ViewedMatch> {
    const [series, { match, target }] = await Promise.all([
      answered(this.facts.find(tmdbId)),
      this.present(tmdbId, instanceId),
    ]);
    return {
      match: { ...match, title: match.title ?? series?.title ?? null },
      sourceSeasons: series === undefined ? null : series === null ? [] : regularSeasons(series),
      targetSeasons: target === undefined ? null : (target?.seasons ?? []),
      target: target ?? null,
      instanceId,
    };
  }

  /**
   * The series that a library's manager finds by a title, at most 50.
   *
   * @throws AppError 503 when the manager can't be read, or none of what it finds; UpstreamError when its answer is malformed
   */
  async candidates(instanceId: string, words: string): Promise<readonly TvTarget[]> {
    const { targets, isWhole } = await this.catalog.search(instanceId, words);
    if (targets.length === 0 && !isWhole) throw libraryUnreadable();
    return targets.slice(0, CANDIDATES_LIMIT);
  }

  /** Where the manager doesn't know the target, or the seasons are in doubt, the match is looked at again. */
  private async present(
    tmdbId: number,
    instanceId: string | null,
  ): Promise<{ readonly match: TvMatch; readonly target: TvTarget | null | undefined }> {
    const match = await this.matches.present(tmdbId, instanceId);
    const target = await this.targetOf(match, instanceId);
    const isSound = target !== null && !isDoubted(match);
    if (isSound || target === undefined || instanceId === null) return { match, target };
    const other = await this.matches.reconsidered(match, instanceId);
    if (other === match) return { match, target };
    return { match: other, target: await this.targetOf(other, instanceId) };
  }

  /** Undefined when no manager can be asked, null when there is no target or the manager doesn't know it. */
  private async targetOf({ tvdbId }: TvMatch, instanceId: string | null): Promise<TvTarget | null | undefined> {
    if (tvdbId === null) return null;
    return instanceId === null ? undefined : answered(this.catalog.series(instanceId, tvdbId));
  }
}

/** Undefined when an outside system can't answer. */
async function answered<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question;
  } catch (fault) {
    if (!isUnanswered(fault)) throw fault;
    return undefined;
  }
}
