import { Injectable } from '@nestjs/common';
import type { RowsRead } from '../../../clients/servarr/rows-read.js';
import type { SonarrClient } from '../../../clients/sonarr/sonarr.client.js';
import type { SonarrLookup, SonarrSeries } from '../../../clients/sonarr/sonarr-series.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { isUnreadableAnswer } from '../../../core/errors/upstream-error.js';
import { InstanceDirectoryService, libraryUnreadable, TvManagersService } from '../../instances/instances.public.js';
import type { TvCandidate } from './judge-candidates.js';

/** A series as a library manager knows it, whether in its library or not. */
export interface TvTarget extends TvCandidate {
  /** The numbers of its seasons in order, without specials. */
  readonly seasons: readonly number[];
  /** The manager's own id; null when it isn't in the library. */
  readonly seriesId: number | null;
}

/** What a lookup finds. */
export interface TvTargetsFound {
  /** Best first. */
  readonly targets: readonly TvTarget[];
  /** Could every row be read? Otherwise one that is meant may be missing. */
  readonly isWhole: boolean;
}

/**
 * Reads series from the library managers. Not inside a transaction.
 *
 * Every method throws AppError 503 when the manager can't be read, UpstreamError (502) when its answer is malformed,
 * and InstanceMissing 404 when the instance was removed.
 */
@Injectable()
export class TvCatalogService {
  constructor(
    private readonly managers: TvManagersService,
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
  ) {}

  /** The series with this TVDB id: the library's record, else the result of a lookup; null when there is neither. */
  series(instanceId: string, tvdbId: number): Promise<TvTarget | null> {
    return this.ask(instanceId, async (manager) => {
      const held = await manager.seriesByTvdbId(tvdbId);
      if (held)
        return targetOf(
          held,
          held.id,
          held.seasons.map((season) => season.seasonNumber),
        );
      const known = await manager.lookupByTvdbId(tvdbId);
      return known && lookupTarget(known);
    });
  }

  /** The series that a lookup finds by a title. */
  search(instanceId: string, words: string): Promise<TvTargetsFound> {
    return this.ask(instanceId, async (manager) => targetsOf(await manager.lookup(words)));
  }

  /** The series that the manager's metadata have for an id of the metadata provider. */
  searchByTmdbId(instanceId: string, tmdbId: number): Promise<TvTargetsFound> {
    return this.ask(instanceId, async (manager) => targetsOf(await manager.lookup(`tmdb:${tmdbId}`)));
  }

  /**
   * Does this manager's metadata affirm to have no series with this TVDB id, and does no library hold one by it? A library
   * may hold a series whose id is gone since: its record then is what the id means.
   */
  async isGone(instanceId: string, tvdbId: number): Promise<boolean> {
    if (await this.ask(instanceId, (manager) => manager.lookupByTvdbId(tvdbId))) return false;
    const libraries = await this.database.read((tx) => this.directory.ofKind(tx, 'tv_manager'));
    const records = libraries.map(({ id }) => this.ask(id, (manager) => manager.seriesByTvdbId(tvdbId)));
    return (await Promise.all(records)).every((record) => record === null);
  }

  private async ask<T>(instanceId: string, question: (manager: SonarrClient) => Promise<T>): Promise<T> {
    const manager = await this.managers.connect(instanceId);
    try {
      return await question(manager);
    } catch (fault) {
      throw fault instanceof UpstreamError && !isUnreadableAnswer(fault) ? libraryUnreadable(fault) : fault;
    }
  }
}

const targetsOf = ({ rows, unreadable }: RowsRead<SonarrLookup>): TvTargetsFound => ({
  targets: rows.filter(({ tvdbId }) => tvdbId > 0).map(lookupTarget),
  isWhole: unreadable.length === 0,
});

const lookupTarget = (series: SonarrLookup): TvTarget => targetOf(series, series.libraryId, series.seasonNumbers);

function targetOf(
  { tvdbId, tmdbId, title, year }: SonarrSeries | SonarrLookup,
  seriesId: number | null,
  numbers: readonly number[],
): TvTarget {
  const seasons = numbers.filter((number) => number > 0).sort((one, other) => one - other);
  return { tvdbId, tmdbId, title, year, seasons, seriesId };
}
