import { Injectable } from '@nestjs/common';
import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import {
  DownloadClientsService,
  InstanceDirectoryService,
  InstanceMissing,
  isDownloadClient,
  isLibraryManager,
  type DownloadClientType,
  type InstanceRecord,
  type LibraryManagerType,
} from '../../instances/instances.public.js';
import { FollowedLibrariesService } from '../../library/library.public.js';
import type { ClientSource, ManagerSource, Sources, SourceTrouble } from './sources.js';

const AT_ONCE = 8;
const SOURCE_MS = 35_000;
const QUEUE_MS = 12_000;

/** Sources that may wait for their turn: what is dropped again and again doesn't pile up. */
const MOST_WAITING = 400;

/** The most rows of a source that are looked at. More than a household has; a hostile client reports a hundred thousand. */
const MOST_ROWS = 5_000;

/** How long what was read before a source failed is shown, in milliseconds. */
const KEPT_MS = 5 * 60_000;

/** More instances than a household has. */
const MOST_KEPT = 200;

type Manager = InstanceRecord & { readonly serviceType: LibraryManagerType };
type Client = InstanceRecord & { readonly serviceType: DownloadClientType };
type QueueRead = Pick<ManagerSource, 'rows' | 'definitions'>;

/** What one source has come to; null where its instance is gone. */
interface Read<T> {
  readonly holds: T;
  readonly trouble: SourceTrouble | null;
  readonly isStale: boolean;
}

const EMPTY: QueueRead = { rows: [], definitions: [] };

interface Kept<T> {
  readonly reading: T;
  readonly at: number;
}

/** The last good readings of sources, by instance, each for five minutes. */
export class LastReadings<T> {
  private readonly kept = new Map<string, Kept<T>>();
  /** Increases when what was read may be about another instance. */
  private generation = 0;

  constructor(private readonly clock: Clock) {}

  /** Stands for this moment: see {@link keep}. */
  begin(): number {
    return this.generation;
  }

  /** Keeps a reading that began at `begun`; none that began before an instance changed. */
  keep(instanceId: string, reading: T, begun: number): void {
    if (begun !== this.generation) return;
    this.kept.delete(instanceId);
    this.kept.set(instanceId, { reading, at: this.clock.monotonic() });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  /** The last good reading; null where there is none, or it is too old. */
  of(instanceId: string): T | null {
    const known = this.kept.get(instanceId);
    if (known && this.clock.monotonic() - known.at < KEPT_MS) return known.reading;
    this.kept.delete(instanceId);
    return null;
  }

  forget(instanceId: string): void {
    this.generation += 1;
    this.kept.delete(instanceId);
  }
}

/** Reads everything that downloads are read from. A source that fails empties no other. */
@Injectable()
export class SourceReadingsService {
  private readonly line = new FewAtATime(AT_ONCE, MOST_WAITING);
  private readonly queues: LastReadings<QueueRead>;
  private readonly items: LastReadings<readonly DownloadItem[]>;
  private readonly failing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly managers: FollowedLibrariesService,
    private readonly clients: DownloadClientsService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.queues = new LastReadings(clock);
    this.items = new LastReadings(clock);
  }

  /** All sources, eight of them at once. One that fails holds what was read before, for five minutes. @throws AppError 503 */
  async read(): Promise<Sources> {
    const all = await this.database.read((tx) => this.directory.all(tx));
    const [managers, clients] = await Promise.all([
      Promise.all(all.filter(isManager).map((one) => this.manager(one))),
      Promise.all(all.filter(isClient).map((one) => this.client(one))),
    ]);
    return { managers: managers.flatMap((one) => one ?? []), clients: clients.flatMap((one) => one ?? []) };
  }

  /** A client has been acted on: which managers had what it changed in their queues isn't known, so all are read anew. */
  clientChanged(): void {
    this.managers.dropQueues();
  }

  forget(instanceId: string): void {
    this.queues.forget(instanceId);
    this.items.forget(instanceId);
    this.failing.delete(instanceId);
  }

  private async manager(instance: Manager): Promise<ManagerSource | null> {
    const { id, name, serviceType } = instance;
    const read = await this.attempt(instance, this.queues, EMPTY, async () => {
      const [queue, definitions] = await Promise.all([
        within(this.clock, QUEUE_MS, this.managers.queue(instance)),
        within(this.clock, SOURCE_MS, this.managers.clientDefinitions(instance)),
      ]);
      if (queue === TOO_LATE) return 'slow';
      if (queue === null) return 'unreadable';
      const known = definitions === TOO_LATE ? null : definitions;
      const lost = queue.unread > 0 ? 'rows_lost' : null;
      const trouble = queue.isComplete ? (lost ?? (known === null ? 'no_definitions' : null)) : 'incomplete';
      return firstRows(queue.rows, (rows) => ({ rows, definitions: known }), trouble);
    });
    return read && { id, name, serviceType, trouble: read.trouble, isStale: read.isStale, ...read.holds };
  }

  private async client(instance: Client): Promise<ClientSource | null> {
    const { id, name, url, serviceType } = instance;
    const read = await this.attempt(instance, this.items, [], async (signal) => {
      const { client } = await this.clients.connect(id);
      const { items, unread } = await client.jobs(signal);
      return firstRows(items, (rows) => rows, unread > 0 ? 'rows_lost' : null);
    });
    return (
      read && { id, name, url, kind: serviceType, trouble: read.trouble, isStale: read.isStale, items: read.holds }
    );
  }

  private async attempt<T>(
    { id }: InstanceRecord,
    last: LastReadings<T>,
    nothing: T,
    read: (signal: AbortSignal) => Promise<Read<T> | SourceTrouble>,
  ): Promise<Read<T> | null> {
    const begun = last.begin();
    const found = await this.line.run(() => this.inTime(id, read));
    if (found === 'gone') return null;
    if (typeof found !== 'string') {
      if (found.trouble === null) last.keep(id, found.holds, begun);
      return found;
    }
    const before = last.of(id);
    return { holds: before ?? nothing, trouble: found, isStale: before !== null };
  }

  private async inTime<T>(
    id: string,
    read: (signal: AbortSignal) => Promise<Read<T> | SourceTrouble>,
  ): Promise<Read<T> | SourceTrouble | 'gone'> {
    const enough = new AbortController();
    try {
      const found = await within(this.clock, SOURCE_MS, read(enough.signal));
      this.failing.delete(id);
      return found === TOO_LATE ? 'slow' : found;
    } catch (fault) {
      if (fault instanceof InstanceMissing) return 'gone';
      if (!(fault instanceof UpstreamError) && !(fault instanceof SecretUnreadable)) throw fault;
      // A page that stays open reads every fifteen seconds: of an outage only the first failure is a line.
      if (!this.failing.has(id))
        this.log.warn('downloads of an instance can not be read', { instanceId: id, error: fault });
      this.failing.add(id);
      return fault instanceof UpstreamError && fault.kind === 'timeout' ? 'slow' : 'unreadable';
    } finally {
      enough.abort();
    }
  }
}

const isManager = (one: InstanceRecord): one is Manager => isLibraryManager(one.serviceType);
const isClient = (one: InstanceRecord): one is Client => isDownloadClient(one.serviceType);

function firstRows<R, T>(
  rows: readonly R[],
  holding: (rows: readonly R[]) => T,
  trouble: SourceTrouble | null,
): Read<T> {
  const isTooMany = rows.length > MOST_ROWS;
  return {
    holds: holding(isTooMany ? rows.slice(0, MOST_ROWS) : rows),
    trouble: isTooMany ? 'too_many' : trouble,
    isStale: false,
  };
}
