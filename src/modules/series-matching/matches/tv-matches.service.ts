import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { isProviderFault } from '../catalog/series-facts.service.js';
import { unresolvedMatch } from './stored-match.js';
import { TvMatchesRepository } from './tv-matches.repository.js';
import { TvMatchResolverService } from './tv-match-resolver.service.js';
import { isDoubted, type MatchProvenance, type TvMatch } from './tv-match.js';

/** How long a reader waits for a library's manager, in milliseconds. */
const MANAGER_PATIENCE_MS = 2_000;
/** How long it is waited for a manager's word on a series that has a match, in milliseconds. */
const DOUBT_PATIENCE_MS = 1_500;

const FOUND: ReadonlySet<MatchProvenance> = new Set(['metadata', 'title']);

/** Is the match still the one that a request was made by? Ambiguous: it is, and its seasons differ between the catalogs. */
export type MatchVerdict = 'unchanged' | 'changed' | 'paused' | 'ambiguous';

/** Matches are not cached in memory: a correction takes effect at once. */
@Injectable()
export class TvMatchesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly stored: TvMatchesRepository,
    private readonly bridge: TvMatchResolverService,
  ) {}

  /**
   * Not inside a transaction: the provider is asked when no stored match exists, and the library's manager when the provider names no id.
   * Who saves something by it calls {@link compare} in the same transaction.
   * @param instanceId null when there is no library to ask; a match that only its manager knows is missing then
   * @throws AppError 404 when the provider affirms that there is no such series; 503 `tv_metadata_unavailable` when it can't be asked; 503
   *   when the manager has to be asked and can't be; 502 when the provider's answer can't be read; UpstreamError when the manager's can't;
   *   InstanceMissing
   */
  async match(tmdbId: number, instanceId: string | null): Promise<TvMatch> {
    return (await this.storedMatch(tmdbId)) ?? this.bridge.find(tmdbId, instanceId);
  }

  /**
   * As {@link match}, for reading and correcting: an outside system that can't answer leaves the match unresolved, with the problem
   * `tv_metadata_unavailable` or `library_unavailable`. The manager has two seconds; a later answer is stored for the next call.
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
   * Looks again at a match that its library lacks or whose seasons are doubted, since the provider may have named an id that is gone, or a
   * wrong one. The same match, unless within one and a half seconds the manager affirms that its catalog has no such series, or the
   * provider names another one than the doubted: then what the search finds is stored, and where it finds nothing, the match is unresolved.
   * A match that an administrator has made or that is bundled is left alone; a later answer is stored for the next call. Not inside a
   * transaction.
   * @throws AppError 503 for our own storage; InstanceMissing when the instance was removed
   */
  async reconsidered(match: TvMatch, instanceId: string): Promise<TvMatch> {
    const { tvdbId, provenance } = match;
    if (tvdbId === null || !FOUND.has(provenance)) return match;
    try {
      const search = this.bridge.reconsider({ ...match, tvdbId }, instanceId);
      const found = await within(this.clock, DOUBT_PATIENCE_MS, search);
      return found === TOO_LATE || found.revision === match.revision ? match : found;
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      return match;
    }
  }

  /**
   * The match of a request with the stored one, by stored data alone. Without a stored match it is unchanged: nothing contradicts it.
   * @param revision the request's; null never equals a match's
   */
  async compare(tx: ReadTx, tmdbId: number, revision: string | null): Promise<MatchVerdict> {
    return verdictOn((await this.stored.of(tx, tmdbId, this.clock.now())) ?? undefined, revision);
  }

  /** As {@link compare}, of many requests: a verdict for each, in their order. Two statements for 500 series. */
  async compareAll(
    tx: ReadTx,
    requests: readonly { readonly tmdbId: number; readonly matchRevision: string | null }[],
  ): Promise<readonly MatchVerdict[]> {
    const tmdbIds = [...new Set(requests.map(({ tmdbId }) => tmdbId))];
    const matches = await this.stored.ofAll(tx, tmdbIds, this.clock.now());
    return requests.map(({ tmdbId, matchRevision }) => verdictOn(matches.get(tmdbId), matchRevision));
  }

  /** Those that an administrator has to confirm. By stored data alone; usually one statement. */
  async doubted(tx: ReadTx, tmdbIds: readonly number[] | 'all'): Promise<ReadonlyMap<number, TvMatch>> {
    const differing = await this.stored.differing(tx, tmdbIds === 'all' ? tmdbIds : [...new Set(tmdbIds)]);
    if (differing.length === 0) return new Map();
    const matches = await this.stored.ofAll(tx, differing, this.clock.now());
    return new Map([...matches].filter(([, match]) => isDoubted(match)));
  }

  /** The stored match; null where outside systems have to be asked. Not inside a transaction. */
  storedMatch(tmdbId: number): Promise<TvMatch | null> {
    return this.database.readOne((tx) => this.stored.of(tx, tmdbId, this.clock.now()));
  }
}

function verdictOn(match: TvMatch | undefined, revision: string | null): MatchVerdict {
  if (!match) return 'unchanged';
  if (match.state === 'paused') return 'paused';
  if (match.revision !== revision) return 'changed';
  return isDoubted(match) ? 'ambiguous' : 'unchanged';
}
