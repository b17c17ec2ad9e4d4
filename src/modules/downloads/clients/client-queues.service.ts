import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadClient, DownloadQueue, PastDownload } from '../../../clients/downloads/download-client.js';
import type { Caller } from '../../../core/access/caller.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import {
  DownloadClientsService,
  InstanceChanged,
  InstanceDirectoryService,
  InstanceRemoved,
  isDownloadClient,
} from '../../instances/instances.public.js';
import { clientFault, downloadMissing, itemIdInvalid } from '../downloads.errors.js';
import { DownloadClientChanged } from '../downloads.events.js';

export type QueueAction = 'pause' | 'resume';

export type ItemAction = QueueAction | { readonly remove: { readonly deleteData: boolean } };

/** The queue of a client that is another than when it was last looked at. */
export interface ChangedQueue {
  readonly instanceId: string;
  readonly queue: DownloadQueue;
}

/** How many clients are looked at at the same time; one that hangs delays only those behind it. */
const AT_ONCE = 8;

/** More download clients than any household has. */
const MOST_CLIENTS = 100;

/** Who acts, as far as the log names them. */
type Actor = Pick<Caller, 'userId'>;

/**
 * What administrators see of a download client, and have it do. An id is judged by the client's own shape first. An action is sent once and
 * never again; each is a line of the log.
 * Methods throw InstanceMissing 404, AppError 400, DownloadClientFailed 502, SecretUnreadable or StorageError 503; not inside a
 * transaction.
 */
@Injectable()
export class ClientQueuesService implements OnModuleInit {
  /** By instance. An open page and the poll ask once. */
  private readonly reads = new SingleFlight<string, DownloadQueue>();
  /** A digest of each queue as it was last looked at, by instance: a queue may be megabytes. */
  private readonly seen = new Map<string, string>();
  /** Those that couldn't be read when they were last looked at: that is logged once. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly clients: DownloadClientsService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    for (const type of [InstanceChanged, InstanceRemoved])
      this.events.on<InstanceChanged>(type, ({ instanceId }) => this.forget(instanceId));
  }

  /** What is unfinished, in the client's order. Who asks while it is being read gets the same answer. */
  async queue(instanceId: string): Promise<DownloadQueue> {
    const { client } = await this.clients.connect(instanceId);
    return this.reads.run(instanceId, () => client.queue()).catch(throwClientFault);
  }

  /** @param limit 1 to 500, the newest first */
  async history(instanceId: string, limit: number): Promise<readonly PastDownload[]> {
    const { client } = await this.clients.connect(instanceId);
    return client.history(limit).catch(throwClientFault);
  }

  /** Pauses or resumes everything; torrents that are finished stay as they are. */
  async act(by: Actor, instanceId: string, action: QueueAction): Promise<void> {
    const { client } = await this.clients.connect(instanceId);
    await this.runLogged({ by, instanceId, action }, async () => {
      await (action === 'pause' ? client.pauseAll() : client.resumeAll());
      return true;
    });
  }

  /** Pauses, resumes or removes one item. @throws AppError 400, and nothing is sent; AppError 404 */
  async actOnItem(by: Actor, instanceId: string, itemId: string, action: ItemAction): Promise<void> {
    const { client } = await this.clients.connect(instanceId);
    if (!client.isItem(itemId)) throw itemIdInvalid();
    const name = typeof action === 'string' ? action : 'remove';
    const more = typeof action === 'string' ? {} : action.remove;
    const isThere = await this.runLogged({ by, instanceId, action: name, itemId, ...more }, () =>
      applyToItem(client, itemId, action),
    );
    if (!isThere) throw downloadMissing();
  }

  /** Hands on the queues that have changed since the last look, each as soon as it is known. One that can't be read affects no other. */
  async lookForChanges(heard: (changed: ChangedQueue) => void): Promise<void> {
    const all = await this.database.read((tx) => this.directory.all(tx));
    const ids = all.filter(({ serviceType }) => isDownloadClient(serviceType)).map(({ id }) => id);
    const few = new FewAtATime(AT_ONCE, MOST_CLIENTS);
    await Promise.all(ids.slice(0, MOST_CLIENTS).map((id) => few.run(() => this.lookAt(id, heard))));
  }

  /** Nobody looks any more: the next listener gets all queues. */
  forgetLooks(): void {
    this.seen.clear();
    this.failing.clear();
  }

  private async lookAt(instanceId: string, heard: (changed: ChangedQueue) => void): Promise<void> {
    try {
      const queue = await this.queue(instanceId);
      this.failing.delete(instanceId);
      const digest = createHash('sha256').update(JSON.stringify(queue)).digest('base64');
      if (this.seen.get(instanceId) === digest) return;
      this.seen.set(instanceId, digest);
      heard({ instanceId, queue });
    } catch (error) {
      if (!this.failing.has(instanceId)) this.log.warn('a download client can not be read', { instanceId, error });
      this.failing.add(instanceId);
    }
  }

  private forget(instanceId: string): void {
    this.reads.forget(instanceId);
    this.seen.delete(instanceId);
    this.failing.delete(instanceId);
  }

  /** One line for each action, whatever came of it. What was read before it is of no use, not even after a failure. */
  private async runLogged(
    {
      by,
      ...what
    }: { readonly by: Actor; readonly instanceId: string; readonly action: string; readonly itemId?: string },
    act: () => Promise<boolean>,
  ): Promise<boolean> {
    const line = (outcome: string): void =>
      this.log.info('download client action', { userId: by.userId, ...what, outcome });
    try {
      const isThere = await act();
      line(isThere ? 'done' : 'not_there');
      return isThere;
    } catch (fault) {
      line('failed');
      throw clientFault(fault);
    } finally {
      this.reads.forget(what.instanceId);
      await this.events.publish(new DownloadClientChanged(what.instanceId));
    }
  }
}

function applyToItem(client: DownloadClient, itemId: string, action: ItemAction): Promise<boolean> {
  if (action === 'pause') return client.pause(itemId);
  if (action === 'resume') return client.resume(itemId);
  return client.remove(itemId, action.remove.deleteData);
}

function throwClientFault(fault: unknown): never {
  throw clientFault(fault);
}
