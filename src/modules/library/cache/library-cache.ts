import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import type { Meter } from '../../../core/metrics/meter.js';
import type { Clock } from '../../../core/time/clock.js';
import type { Random } from '../../../core/time/random.js';
import {
  changedTitles,
  UNREADABLE_ROWS,
  vanishedTitles,
  type DownloadQueue,
  type ManagerQueue,
} from './download-queue.js';
import { carryOver, changedEntries } from './library-changes.js';
import {
  sameUnread,
  type CachedLibrary,
  type LibraryDigest,
  type LibraryKind,
  type ManagerClient,
  type Snapshot,
  type TitleKey,
} from './library-kind.js';
import { LibraryReader, POLL_WAITS_MS } from './library-reader.js';
import { TitleHistories } from './title-histories.js';

/** Short enough that the next poll, 30 seconds later, always reads again; long enough that readers of one page share a read. */
const QUEUE_TTL_MS = 10_000;

/** So long after somebody has looked at its downloads. A detailed reading is megabytes larger; while it is wanted, one serves all. */
const DETAILS_WANTED_MS = 60_000;

/** More libraries than a household has; the least recently used are evicted first. */
const MAX_LIBRARIES = 64;

const NONE: ReadonlySet<never> = new Set();

/**
 * Short-lived digests and download queues of libraries of one kind. Simultaneous readers share one call. A title that has
 * vanished from the queue has probably been imported, so the digest is read again: who reads the queue first and the digest
 * second gets consistent data.
 *
 * A change of any title drops the whole here; `SingleTitleCache` adds reads of single titles.
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage.
 */
export abstract class LibraryCache<Client extends ManagerClient, Key extends TitleKey, Entry> {
  readonly reader: LibraryReader<Client, Key, Entry>;
  readonly histories: TitleHistories<Client, Key, Entry>;
  protected readonly digests: TtlCache<string, Snapshot<Key, Entry>>;
  private readonly queues: TtlCache<string, DownloadQueue>;
  private readonly details = new WeakMap<DownloadQueue, ManagerQueue>();
  /** By the monotonic clock. */
  private readonly detailsWantedAt = new Map<string, number>();
  private versions = 0;

  protected constructor(
    private readonly kind: LibraryKind<Client, Key, Entry>,
    private readonly wallClock: Clock,
    random: Random,
    log: Log,
    meter: Meter,
  ) {
    this.reader = new LibraryReader({
      clock: wallClock,
      random,
      log,
      connect: (instanceId) => kind.connect(instanceId),
      onRemoved: (instanceId) => {
        this.forget(instanceId);
        this.reader.watched.forget(instanceId);
      },
    });
    this.histories = new TitleHistories(kind, this.reader, (instanceId) => this.digest(instanceId));
    const cache = <V>(name: string, ttlMs: number): TtlCache<string, V> =>
      new TtlCache({ clock: wallClock, ttlMs, maxEntries: MAX_LIBRARIES, meter: meter.cache(name) });
    this.digests = cache(`library.${kind.titles}`, kind.titlesTtlMs);
    this.queues = cache(`library.${kind.titles}-queues`, QUEUE_TTL_MS);
  }

  /** Never waits and never asks the manager. */
  inMemory(instanceId: string): CachedLibrary<Key, Entry> {
    const snapshot = this.digests.get(instanceId) ?? null;
    return { snapshot, queue: this.queues.get(instanceId) ?? null, isPast: () => false };
  }

  /** At most as old as its kind allows; null when the library can't be read. */
  async digest(instanceId: string): Promise<LibraryDigest<Key, Entry> | null> {
    return (await this.snapshot(instanceId))?.digest ?? null;
  }

  /** {@link digest}, with its version. A reader who comes after a change gets nothing older than it. */
  snapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
    return this.wholeSnapshot(instanceId);
  }

  /** The download queue of a library, at most 10 seconds old; null when it can't be read. */
  queue(instanceId: string): Promise<DownloadQueue | null> {
    return this.reader.readThrough(
      this.queues,
      'queue',
      instanceId,
      async (client, { lastQueue, changes, breaker }) => {
        const queue = await this.readQueue(instanceId, client);
        breaker.recordUnreadableRows('queue', queue.get(UNREADABLE_ROWS)?.length ?? 0);
        if (lastQueue.read) {
          changes.noteRecords(changedTitles(lastQueue.read, queue));
          const vanished = vanishedTitles(lastQueue.read, queue);
          if (vanished.length > 0 && !this.willRenew(instanceId, vanished)) this.digests.delete(instanceId);
        }
        lastQueue.read = queue;
        return queue;
      },
    );
  }

  /** {@link queue}, row by row with what each row is for. The reading serves both; null, too, when it is too large for that. */
  async managerQueue(instanceId: string): Promise<ManagerQueue | null> {
    this.detailsWantedAt.set(instanceId, this.wallClock.monotonic());
    const queue = await this.queue(instanceId);
    const rows = queue && this.details.get(queue);
    if (queue === null || rows) return rows ?? null;
    // It was read before somebody looked at what its rows are for.
    this.queues.delete(instanceId);
    const again = await this.queue(instanceId);
    return (again && this.details.get(again)) ?? null;
  }

  /** The download clients that the manager is configured with, not cached; null when they can't be read. */
  clientDefinitions(instanceId: string): Promise<readonly ClientDefinition[] | null> {
    return this.reader.readBeside('download clients', instanceId, (client) => client.clientDefinitions());
  }

  /** When the titles were last read, in epoch milliseconds; null where they weren't since the start. */
  lastReadAt(instanceId: string): number | null {
    return this.reader.state(instanceId)?.last.readAt ?? null;
  }

  /** Only a fresh digest without reported changes; never waits and never asks the manager. */
  warmDigest(instanceId: string): LibraryDigest<Key, Entry> | undefined {
    return this.warmSnapshot(instanceId)?.digest;
  }

  warmSnapshot(instanceId: string): Snapshot<Key, Entry> | undefined {
    return this.digests.get(instanceId);
  }

  /** The newer first, of any age. Only for facts about a title that don't change, never for its status. */
  lastDigests(instanceId: string): readonly LibraryDigest<Key, Entry>[] {
    const { snapshot, digestBefore } = this.reader.state(instanceId)?.last ?? {};
    return [snapshot?.digest, digestBefore].filter((read) => read !== undefined);
  }

  /** Each change once. A record that moved in the queue and isn't in the last digest yet is named after the next one. */
  async takeChanges(instanceId: string): Promise<{ readonly queueMoved: boolean; readonly progressed: object[] }> {
    const state = this.reader.state(instanceId);
    if (!state) return { queueMoved: false, progressed: [] };
    const recordsOf = (entry: Entry) => this.kind.recordsOf(entry);
    const lastDigest = () => ({ digest: state.last.snapshot?.digest, recordsOf });
    const digestNow = { read: () => this.digest(instanceId), remembered: () => null };
    if (!state.changes.canName(lastDigest())) await this.reader.inTime(instanceId, POLL_WAITS_MS, digestNow);
    const { queueMoved, titleIds } = state.changes.take({ ...lastDigest(), queue: state.lastQueue.read });
    return { queueMoved, progressed: titleIds.map((titleId) => this.kind.progressed(instanceId, titleId)) };
  }

  /** For a change of any title. No read under way restores the old state, and the library may be read at once. */
  invalidateAll(instanceId: string): void {
    this.drop(instanceId);
    const state = this.reader.state(instanceId);
    if (state) state.last.everyEntryIsPast = true;
  }

  drop(instanceId: string): void {
    this.digests.delete(instanceId);
    this.queues.delete(instanceId);
    this.reader.renew(instanceId);
  }

  dropQueue(instanceId: string): void {
    this.queues.delete(instanceId);
    this.reader.renewQueue(instanceId);
  }

  dropQueues(): void {
    for (const instanceId of this.reader.ids) this.dropQueue(instanceId);
  }

  get remembered(): number {
    return this.reader.ids.length;
  }

  /** {@link drop}, with no older state left to compare with. */
  forget(instanceId: string): void {
    this.drop(instanceId);
    this.reader.forget(instanceId);
    this.detailsWantedAt.delete(instanceId);
  }

  onModuleDestroy(): void {
    this.reader.end();
  }

  /** Will these records, which have left the queue, be read again one by one? Otherwise all titles are. */
  protected willRenew(_instanceId: string, _recordIds: readonly number[]): boolean {
    return false;
  }

  /** The number of reports that a read which begins now covers. */
  protected get reports(): number {
    return 0;
  }

  protected staleOf(_instanceId: string): { has(titleId: Key): boolean } {
    return NONE;
  }

  protected wholeSnapshot(instanceId: string): Promise<Snapshot<Key, Entry> | null> {
    return this.reader.readThrough(
      this.digests,
      this.kind.titles,
      instanceId,
      async (client, { last, changes, breaker }) => {
        const asOf = this.reports;
        const read = await this.kind.digest(client);
        const { titles: digest, hasUnplaced, unread = NONE, unreadCreators = NONE } = read;
        breaker.recordUnreadableRows(this.kind.titles, read.lost ?? 0);
        const before = last.snapshot;
        if (before) changes.noteTitles(changedEntries(before.digest, digest, this.kind.sameState));
        // Data that depends on a reported entry is out of date, even if the entry is equal to the old one.
        const stale = this.staleOf(instanceId);
        // So is everything of a read that was dropped meanwhile: its reports may have been cleared.
        const isDropped = this.reader.state(instanceId)?.last !== last;
        const isPast = (titleId: Key): boolean => isDropped || last.everyEntryIsPast === true || stale.has(titleId);
        const carried = before !== undefined && carryOver(before.digest, digest, this.kind.sameEntry, isPast);
        last.digestBefore = before?.digest;
        last.everyEntryIsPast = false;
        last.readAt = this.wallClock.now();
        const isSame = carried && sameUnread(before, { hasUnplaced, unread });
        const version = isSame ? before.version : this.nextVersion();
        last.snapshot = { digest, hasUnplaced, unread, unreadCreators, version, asOf };
        return last.snapshot;
      },
    );
  }

  protected nextVersion(): number {
    return (this.versions += 1);
  }

  /** One that is too large in detail is read plainly. */
  private async readQueue(instanceId: string, client: Client): Promise<DownloadQueue> {
    if (!this.wantsDetails(instanceId)) return this.kind.queue(client);
    try {
      const { queue, detail } = await this.kind.detailedQueue(client);
      this.details.set(queue, detail);
      return queue;
    } catch (fault) {
      if (!(fault instanceof UpstreamError) || fault.kind !== 'too_large') throw fault;
      return this.kind.queue(client);
    }
  }

  private wantsDetails(instanceId: string): boolean {
    const since = this.detailsWantedAt.get(instanceId);
    if (since === undefined) return false;
    if (this.wallClock.monotonic() - since < DETAILS_WANTED_MS) return true;
    this.detailsWantedAt.delete(instanceId);
    return false;
  }
}
