import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { isProviderFault } from '../catalog/series-facts.service.js';
import { unresolvedMatch } from './stored-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import { TvMatchResolverService } from './tv-match-resolver.service.js';
import type { TvMatch } from './tv-match.js';

/** How long somebody who looks waits for a library's manager, in milliseconds. */
const MANAGER_PATIENCE_MS = 2_000;

/**
 * Which series of a library's catalog is a series of the metadata provider? Nothing is kept in memory: what an
 * administrator decides holds for the next question. Source: doc 4 section 1.14.
 */
@Injectable()
export class TvMatchesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly stored: TvMatchesRepository,
    private readonly bridge: TvMatchResolverService,
  ) {}

  /**
   * Not inside a transaction: the provider is asked when nothing stored answers, and the library's manager when the
   * provider names no id. Whoever saves something by the answer asks {@link stands} in the same write.
   *
   * @param instanceId null when there is no library to ask; what only its manager could tell is missing then
   * @throws AppError 404 when the provider affirms that there is no such series; 503 `tv_metadata_unavailable` when it
   *   can't be asked; 503 when the manager has to be asked and can't be; 502 when the provider's answer can't be read
   * @throws UpstreamError when the manager's answer can't be read; InstanceMissing when the instance is gone
   */
  async match(tmdbId: number, instanceId: string | null): Promise<TvMatch> {
    return (await this.storedMatch(tmdbId)) ?? this.bridge.find(tmdbId, instanceId);
  }

  /**
   * As {@link match}, for those who look at a match and decide about it: an outside system that can't answer leaves it
   * unresolved, with the problem `tv_metadata_unavailable` where that is the metadata provider, and `library_unavailable`
   * where it is the library's manager. The manager has two seconds; what it says later is kept for the next one.
   *
   * @throws AppError 404 when the provider affirms that there is no such series; 503 for our own storage
   */
  async present(tmdbId: number, instanceId: string | null): Promise<TvMatch> {
    try {
      const stored = await this.storedMatch(tmdbId);
      if (stored) return stored;
      await this.bridge.hearProvider(tmdbId);
      const found = await within(this.clock, MANAGER_PATIENCE_MS, this.bridge.find(tmdbId, instanceId));
      return found === TOO_LATE ? unresolvedMatch(tmdbId, 'library_unavailable') : found;
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      return unresolvedMatch(tmdbId, isProviderFault(fault) ? 'tv_metadata_unavailable' : 'library_unavailable');
    }
  }

  /**
   * Does the match that a request was made by still hold? Judged from what is stored alone, so inside a write too. It
   * stands where nothing is stored, as nothing then says otherwise.
   *
   * @param revision the request's; null is no match's revision
   */
  async stands(tx: ReadTx, tmdbId: number, revision: string | null): Promise<'stands' | 'changed' | 'paused'> {
    const match = await this.stored.of(tx, tmdbId, this.clock.now());
    if (!match) return 'stands';
    if (match.state === 'paused') return 'paused';
    return match.revision === revision ? 'stands' : 'changed';
  }

  private storedMatch(tmdbId: number): Promise<TvMatch | null> {
    return this.database.read((tx) => this.stored.of(tx, tmdbId, this.clock.now()));
  }
}
