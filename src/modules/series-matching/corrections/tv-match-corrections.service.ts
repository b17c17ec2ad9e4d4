import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { always, CLIENT_CAPABILITIES } from '../../settings/settings.public.js';
import { regularSeasons, SeriesFactsService } from '../catalog/series-facts.service.js';
import { TvCatalogService, type TvTarget } from '../catalog/tv-catalog.service.js';
import { encodeSeasonMap } from '../matches/season-map.js';
import { TvMatchesRepository } from '../matches/tv-matches.repository.js';
import type { TvMatchOverrideRow } from '../rows.js';
import { tvMatchRevision, isDoubted, type TvMatch } from '../matches/tv-match.js';
import { TvMatchesService } from '../matches/tv-matches.service.js';
import { seriesNotFound, tvMatchRefused } from '../series-matching.errors.js';
import { TvMatchChanged } from '../series-matching.events.js';
import { judgeOverride, type CustomOverride, type OverrideInput, type PausedOverride } from './judge-override.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import { overriddenMatch } from '../matches/stored-match.js';

const CANDIDATES_LIMIT = 50;

export interface ViewedMatch {
  readonly match: TvMatch;
  /** Without specials; null when the provider can't be asked. */
  readonly sourceSeasons: readonly number[] | null;
  /** The library manager's seasons; empty without a target, and for an unknown one; null when it can't be asked. */
  readonly targetSeasons: readonly number[] | null;
  /** The library manager's record of the target; null when it has none or can't be asked. */
  readonly target: TvTarget | null;
  /** The library that was asked; null without one. */
  readonly instanceId: string | null;
}

export interface OverridePage {
  readonly matches: readonly TvMatch[];
  /** The start of the next page; null at the end. */
  readonly nextBefore: number | null;
}

/** Requests that were made by an earlier match keep it, and are not delivered until they are repaired. */
@Injectable()
export class TvMatchCorrectionsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly stored: TvMatchesRepository,
    private readonly matches: TvMatchesService,
    private readonly facts: SeriesFactsService,
    private readonly catalog: TvCatalogService,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('tv_match_corrections'));
  }

  /**
   * By descending id, from storage alone, so without titles.
   * @param before only series with a lower id
   * @param limit 1 to 500
   */
  async overrides(before: number | undefined, limit: number): Promise<OverridePage> {
    const rows = await this.database.read((tx) => this.stored.overrides(tx, before, limit + 1));
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { matches: shown.map(overriddenMatch), nextBefore: last?.tmdbId ?? null };
  }

  /**
   * An outside system that can't answer makes its side unknown: a series must be pausable while its library is down.
   * @throws AppError 404 for a series that the provider affirms not to exist, unless there is a correction for it
   */
  async one(tmdbId: number, instanceId: string | null): Promise<ViewedMatch> {
    const [series, { match, target }] = await Promise.all([
      orUndefined(this.facts.find(tmdbId)),
      this.presentWithTarget(tmdbId, instanceId),
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
   * By a title, at most 50.
   * @throws AppError 503 when the manager can't be read, or none of what it finds; UpstreamError when its answer is malformed
   */
  async candidates(instanceId: string, words: string): Promise<readonly TvTarget[]> {
    const { targets, isWhole } = await this.catalog.search(instanceId, words);
    if (targets.length === 0 && !isWhole) throw libraryUnreadable();
    return targets.slice(0, CANDIDATES_LIMIT);
  }

  /**
   * Stores a correction, unless the match has changed since.
   * @param admin judged again after the library has answered
   * @param seen the revision of the match that the administrator has seen
   * @param instanceId the library to ask if needed
   * @throws AppError 409 `tv_match_changed`; 404 for an unknown series; 401 and 403; for a custom target as {@link requireTarget}
   */
  async set(
    admin: ActingAdministrator,
    tmdbId: number,
    seen: string,
    input: OverrideInput,
    instanceId: string | null,
  ): Promise<void> {
    const present = await this.matches.present(tmdbId, instanceId);
    if (present.revision !== seen) throw tvMatchRefused('tv_match_changed');
    if (input.mode === 'custom') await this.requireTarget(tmdbId, input, instanceId);
    await privilegedWrite(this.database, admin, async (tx) => {
      const now = this.clock.now();
      const stored = await this.stored.of(tx, tmdbId, now);
      if (stored && stored.revision !== seen) throw tvMatchRefused('tv_match_changed');
      if (input.mode === 'default') await this.stored.dropOverride(tx, tmdbId);
      else await this.stored.setOverride(tx, { ...overrideOf(tmdbId, input), updatedBy: admin.userId, updatedAt: now });
    });
    await this.events.publish(new TvMatchChanged(tmdbId));
  }

  /** @throws AppError 401 and 403 when the administrator has lost the right */
  async reset(admin: Privileged, tmdbId: number): Promise<void> {
    const hadOne = await privilegedWrite(this.database, admin, async (tx) => {
      const override = await this.stored.override(tx, tmdbId);
      if (override) await this.stored.dropOverride(tx, tmdbId);
      return override !== null;
    });
    if (hadOne) await this.events.publish(new TvMatchChanged(tmdbId));
  }

  /** Where the manager doesn't know the target, or the seasons are in doubt, the match is looked at again. */
  private async presentWithTarget(
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
    return instanceId === null ? undefined : orUndefined(this.catalog.series(instanceId, tvdbId));
  }

  /**
   * Does the provider know the mapped seasons, and the manager the series and seasons that they are mapped to? Not inside a transaction.
   * @throws AppError 400 without a library, and for a season that the provider doesn't know; 404 for an unknown series; 409
   *   `tv_target_missing` or `tv_seasons_unmapped` for a target that the manager doesn't know; 503 when one of the two can't be asked
   */
  private async requireTarget(
    tmdbId: number,
    { tvdbId, seasons }: CustomOverride,
    instanceId: string | null,
  ): Promise<void> {
    if (instanceId === null) throw badRequest('no_series_library', 'there is no library to look for the series in');
    const series = await this.facts.find(tmdbId);
    if (!series) throw seriesNotFound();
    const target = await this.catalog.series(instanceId, tvdbId);
    if (!target) throw tvMatchRefused('tv_target_missing');
    const judged = judgeOverride(seasons, { sources: regularSeasons(series), targets: target.seasons });
    if (judged.verdict === 'unknown_sources') {
      const seasons = judged.seasons.join(', ');
      throw badRequest('seasons_unknown', `the series has no season ${seasons}`, { seasons });
    }
    if (judged.verdict === 'unknown_targets') {
      throw tvMatchRefused('tv_seasons_unmapped', { seasons: judged.seasons });
    }
  }
}

function overrideOf(
  tmdbId: number,
  { mode, tvdbId, seasons }: CustomOverride | PausedOverride,
): Omit<TvMatchOverrideRow, 'updatedBy' | 'updatedAt'> {
  // A pause without a map has no seasons: the numbers are the same on both sides.
  const revision = tvMatchRevision({ mode, tvdbId, seasons: seasons.size === 0 ? 'same' : seasons });
  return { tmdbId, mode, tvdbId, seasonMap: encodeSeasonMap(seasons), revision };
}

/** Undefined when an outside system can't answer. */
async function orUndefined<T>(question: Promise<T>): Promise<T | undefined> {
  try {
    return await question;
  } catch (fault) {
    if (!isUnanswered(fault)) throw fault;
    return undefined;
  }
}
