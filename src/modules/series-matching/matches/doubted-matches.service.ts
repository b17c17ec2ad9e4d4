import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import type { AiredSeasons } from '../../library/library.public.js';
import type { TvdbCacheRow } from '../rows.js';
import { TvMatchChanged } from '../series-matching.events.js';
import { compareSeasons, type ProviderSeasons } from './compare-seasons.js';
import { doubtedMatch } from './stored-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import { isDoubted, type TvMatch } from './tv-match.js';

/** Where two libraries know different episodes of a series, each reading may say another: a doubt lasts ten minutes at least. */
const LEAST_MS = 600_000;

/**
 * By what both catalogs say of the seasons. A match whose seasons differ needs an administrator, who confirms it by a correction. The
 * verdict is stored, for those who have no facts at hand.
 */
@Injectable()
export class DoubtedMatchesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly stored: TvMatchesRepository,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Where the facts don't say enough, the match stays as it is. Corrections and bundled matches are never doubted. Not inside a
   * transaction.
   * @param library the seasons of the match's target; null where nothing is known of them
   */
  async judge(match: TvMatch, provider: ProviderSeasons, library: AiredSeasons | null): Promise<TvMatch> {
    if (library === null || !isJudged(match)) return match;
    const verdict = compareSeasons(provider, library, this.clock.now());
    if (verdict === 'unknown' || isDoubted(match) === (verdict === 'differ')) return match;
    const judged: TvMatch = verdict === 'differ' ? doubtedMatch(match) : { ...match, state: 'resolved', problem: null };
    const isNoted = await this.note(judged);
    if (isNoted) await this.events.publish(new TvMatchChanged(match.tmdbId));
    return isNoted || verdict === 'differ' ? judged : match;
  }

  /** A failure to store it only means that it is judged again. */
  private async note(match: TvMatch): Promise<boolean> {
    try {
      // Each reading judges, and most verdicts change nothing: those open no write.
      if (!(await this.database.read((tx) => this.rowWith(tx, match)))) return false;
      return await this.database.write(async (tx) => {
        const row = await this.rowWith(tx, match);
        if (row) await this.stored.remember(tx, row);
        return row !== null;
      });
    } catch (fault) {
      if (!(fault instanceof StorageError)) throw fault;
      this.log.warn('whether the seasons of a series differ could not be stored', {
        tmdb_id: match.tmdbId,
        error: fault,
      });
      return false;
    }
  }

  /** Null where the match has changed meanwhile, the same is stored already, or the doubt is too young to end. */
  private async rowWith(tx: ReadTx, match: TvMatch): Promise<TvdbCacheRow | null> {
    const finding = await this.stored.finding(tx, match.tmdbId);
    const differs = isDoubted(match);
    if (finding?.tvdbId !== match.tvdbId) return null;
    const { seasonsDifferSince: since } = finding;
    const now = this.clock.now();
    if (differs ? since !== null : since === null || (since <= now && now - since < LEAST_MS)) return null;
    return { ...finding, seasonsDifferSince: differs ? now : null };
  }
}

/** Does the match rest on equal numbers alone? Corrections and bundled matches say which season is which. */
export const isJudged = (match: TvMatch): boolean =>
  match.tvdbId !== null &&
  match.seasons === 'same' &&
  (match.provenance === 'metadata' || match.provenance === 'title') &&
  (match.state === 'resolved' || isDoubted(match));
