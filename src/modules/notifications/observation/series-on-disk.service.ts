import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { SeriesLibraryService, type SeriesOnDisk, type SeriesSnapshot } from '../../library/library.public.js';
import { TvMatchesService, type MatchVerdict } from '../../series-matching/series-matching.public.js';
import { matchHold, observedRequest, type OpenRequest } from './open-request.js';
import type { Observation } from './observe.js';
import { type Parts, partsByCounts, partsByList, sameCounts } from './seen-parts.js';

export interface SeriesReading {
  /** What is on disk of those requests of which that had to be read, and could be. */
  readonly found: ReadonlyMap<OpenRequest, Parts>;
  readonly needAttention: readonly string[];
  /** Could everything be read that had to be? */
  readonly isWhole: boolean;
  /** Is something of it unknown because of a record that can't be read? */
  readonly hasOddRows: boolean;
}

/** The longest time between two full readings of a series. */
const FULL_READING_MS = 5 * 60_000;

/** So many lists of episodes are asked for before it is seen whether the library answers. */
const LISTS_AT_ONCE = 20;

interface KeptVerdicts {
  readonly commits: number;
  readonly until: number;
  readonly verdicts: ReadonlyMap<number, MatchVerdict>;
}

/**
 * Reads which episodes of series are on disk. A series is read whole when its request, its match or its counts have changed,
 * after five minutes, and at first in each process. Each reading keeps its library polled.
 */
@Injectable()
export class SeriesOnDiskService {
  private readonly kept = new Map<string, KeptVerdicts>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly library: SeriesLibraryService,
    private readonly matches: TvMatchesService,
  ) {}

  /**
   * @param newest the newest baseline: what was last observed before it is read
   * @returns null when the library can't be read
   * @throws AppError for an instance that doesn't exist and for faults of our own storage
   */
  async read(
    instanceId: string,
    open: ReadonlyMap<number, OpenRequest>,
    newest: number,
    signal: AbortSignal,
  ): Promise<SeriesReading | null> {
    const snapshot = await this.library.snapshot(instanceId);
    if (!snapshot) return null;
    const verdicts = await this.verdictsOn(instanceId, open);
    const found = new Map<OpenRequest, Parts>();
    const listed = new Map<number, OpenRequest[]>();
    const needAttention = new Set<string>();
    let hasOddRows = false;
    for (const one of open.values()) {
      const hold = matchHold(one.request, verdicts.get(one.request.id) ?? 'unchanged');
      if (hold === 'attention') needAttention.add(one.request.title);
      const isUnread = !hold && snapshot.isUnread(one.request.tvdbId ?? 0);
      hasOddRows ||= isUnread;
      if (hold || isUnread) one.fullReading = undefined;
      else if (this.isDue(one, snapshot, newest)) this.sort(one, snapshot, found, listed);
    }
    const isWhole = await this.readLists(instanceId, listed, found, signal);
    const readAt = this.clock.monotonic();
    for (const one of found.keys()) one.fullReading = { entry: entryOf(one, snapshot) ?? null, at: readAt };
    return { found, needAttention: [...needAttention], isWhole, hasOddRows };
  }

  private isDue(one: OpenRequest, snapshot: SeriesSnapshot, newest: number): boolean {
    const { fullReading, request } = one;
    const last = one.observations.get('');
    if (!fullReading || !last || last.baseline < newest) return true;
    if (this.clock.monotonic() - fullReading.at >= FULL_READING_MS) return true;
    return !sameCounts(request, fullReading.entry, entryOf(one, snapshot) ?? null);
  }

  private sort(
    one: OpenRequest,
    snapshot: SeriesSnapshot,
    found: Map<OpenRequest, Parts>,
    listed: Map<number, OpenRequest[]>,
  ): void {
    const parts = partsByCounts(one.request, entryOf(one, snapshot), lastOf(one));
    const { tvdbId } = one.request;
    if (parts) found.set(one, parts);
    else if (tvdbId !== null) listed.set(tvdbId, [...(listed.get(tvdbId) ?? []), one]);
  }

  /** Adds what the lists say. @returns whether all could be read */
  private async readLists(
    instanceId: string,
    listed: ReadonlyMap<number, readonly OpenRequest[]>,
    found: Map<OpenRequest, Parts>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const tvdbIds = [...listed.keys()];
    let read = 0;
    for (let start = 0; start < tvdbIds.length && !signal.aborted; start += LISTS_AT_ONCE) {
      const part = tvdbIds.slice(start, start + LISTS_AT_ONCE);
      const onDisk = await this.library.episodesOnDisk(instanceId, part);
      const known = [...onDisk].filter((one): one is [number, KnownOnDisk] => one[1].known);
      for (const [tvdbId, series] of known)
        for (const one of listed.get(tvdbId) ?? []) found.set(one, partsByList(one.request, series));
      read += known.length;
      if (known.length === 0) break;
    }
    return read === tvdbIds.length;
  }

  /** Read again after each write, and after five minutes, since another process may have written. */
  private async verdictsOn(
    instanceId: string,
    open: ReadonlyMap<number, OpenRequest>,
  ): Promise<KeptVerdicts['verdicts']> {
    const { commits } = this.database;
    const kept = this.kept.get(instanceId);
    const isFresh = kept && kept.commits === commits && this.clock.monotonic() < kept.until;
    if (isFresh && [...open.keys()].every((id) => kept.verdicts.has(id))) return kept.verdicts;
    const requests = [...open.values()].map(({ request }) => request);
    const verdicts = await this.database.read((tx) => this.matches.compareAll(tx, requests));
    const byId = new Map(requests.map(({ id }, index) => [id, verdicts[index] ?? 'unchanged'] as const));
    this.kept.set(instanceId, { commits, until: this.clock.monotonic() + FULL_READING_MS, verdicts: byId });
    return byId;
  }
}

type KnownOnDisk = Extract<SeriesOnDisk, { known: true }>;

const entryOf = ({ request }: OpenRequest, { series }: SeriesSnapshot) => series.get(request.tvdbId ?? 0);

/** What was observed under the present match. */
function lastOf({ request, observations }: OpenRequest): Observation | null {
  const last = observations.get('');
  return last?.target === observedRequest(request).target ? last : null;
}
