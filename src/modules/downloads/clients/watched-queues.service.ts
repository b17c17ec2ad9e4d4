import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadQueue } from '../../../clients/downloads/download-client.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import {
  InstanceChanged,
  InstanceDirectoryService,
  InstanceRemoved,
  isDownloadClient,
} from '../../instances/instances.public.js';
import { ClientQueuesService } from './client-queues.service.js';

/** The queue of a client that is another than when it was last looked at. */
export interface ChangedQueue {
  readonly instanceId: string;
  readonly queue: DownloadQueue;
}

/** How many clients are read at the same time; one that hangs delays only those behind it. */
const AT_ONCE = 8;
/** More download clients than any household has. */
const MOST_CLIENTS = 100;

/** What has moved in the queues of download clients since somebody last looked? Source: doc 3 section 6. */
@Injectable()
export class WatchedQueuesService implements OnModuleInit {
  /** A digest of what each was like, by instance: a queue may be megabytes. Of a client that couldn't be read, what it was like before. */
  private readonly seen = new Map<string, string>();
  /** Those that can't be read now: that is said once. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly queues: ClientQueuesService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    for (const type of [InstanceChanged, InstanceRemoved])
      this.events.on<InstanceChanged>(type, ({ instanceId }) => this.forget(instanceId));
  }

  /**
   * Reads all clients, and hands on those whose queues have changed, as soon as each is known; what wasn't looked at before has
   * changed. A client that can't be read has none, and doesn't affect the others. Not inside a transaction.
   *
   * @param heard is called for each of them
   */
  async look(heard: (changed: ChangedQueue) => void): Promise<void> {
    const all = await this.database.read((tx) => this.directory.all(tx));
    const ids = all.filter(({ serviceType }) => isDownloadClient(serviceType)).map(({ id }) => id);
    const few = new FewAtATime(AT_ONCE, MOST_CLIENTS);
    await Promise.all(ids.slice(0, MOST_CLIENTS).map((id) => few.run(() => this.lookAt(id, heard))));
  }

  /** Nobody looks any more: the next listener gets all queues. */
  forgetAll(): void {
    this.seen.clear();
    this.failing.clear();
  }

  private async lookAt(instanceId: string, heard: (changed: ChangedQueue) => void): Promise<void> {
    try {
      const queue = await this.queues.queue(instanceId);
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
    this.seen.delete(instanceId);
    this.failing.delete(instanceId);
  }
}
