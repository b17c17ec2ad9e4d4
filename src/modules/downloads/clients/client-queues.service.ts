import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DownloadClient, DownloadQueue, PastDownload } from '../../../clients/downloads/download-client.js';
import type { Caller } from '../../../core/access/caller.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectLog } from '../../../core/core.module.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { DownloadClientsService, InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';
import { clientFault, DownloadMissing, ItemIdInvalid } from '../downloads.errors.js';
import { DownloadClientChanged } from '../downloads.events.js';

/** What is done to everything that a client has before it. */
export type QueueAction = 'pause' | 'resume';

/** What is done to one item. */
export type ItemAction = QueueAction | { readonly remove: { readonly deleteData: boolean } };

/** Who acts, as far as the log names them. */
type Actor = Pick<Caller, 'userId'>;

/**
 * What administrators see of a download client, and what they have it do. One item means one item: its id is judged by the
 * client's own shape before anything is sent. An action is sent once and never again; each is a line of the log. Source: doc 4
 * section 6.2; issue 23, section 2.
 *
 * Every method throws InstanceMissing 404, NoDownloadClient 400, DownloadClientFailed 502, and SecretUnreadable or StorageError
 * 503. None may be called inside a transaction.
 */
@Injectable()
export class ClientQueuesService implements OnModuleInit {
  /** By instance. An open page and the poll ask once. */
  private readonly reads = new SingleFlight<string, DownloadQueue>();

  constructor(
    private readonly clients: DownloadClientsService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    for (const type of [InstanceChanged, InstanceRemoved])
      this.events.on<InstanceChanged>(type, ({ instanceId }) => this.reads.forget(instanceId));
  }

  /** What is unfinished, in the client's order. Who asks while it is being read gets the same answer. */
  async queue(instanceId: string): Promise<DownloadQueue> {
    const { client } = await this.clients.connect(instanceId);
    return this.reads.run(instanceId, () => client.queue()).catch(asAnswer);
  }

  /** @param limit 1 to 500, the newest first */
  async history(instanceId: string, limit: number): Promise<readonly PastDownload[]> {
    const { client } = await this.clients.connect(instanceId);
    return client.history(limit).catch(asAnswer);
  }

  /** Pauses or resumes everything; torrents that are finished stay as they are. */
  async act(by: Actor, instanceId: string, action: QueueAction): Promise<void> {
    const { client } = await this.clients.connect(instanceId);
    await this.logged({ by, instanceId, action }, async () => {
      await (action === 'pause' ? client.pauseAll() : client.resumeAll());
      return true;
    });
  }

  /**
   * Pauses, resumes or removes one item.
   *
   * @throws ItemIdInvalid 400, and nothing is sent, for an id that no item of this client can have; DownloadMissing 404
   */
  async actOnItem(by: Actor, instanceId: string, itemId: string, action: ItemAction): Promise<void> {
    const { client } = await this.clients.connect(instanceId);
    if (!client.isItem(itemId)) throw new ItemIdInvalid();
    const name = typeof action === 'string' ? action : 'remove';
    const more = typeof action === 'string' ? {} : action.remove;
    const isThere = await this.logged({ by, instanceId, action: name, itemId, ...more }, () =>
      done(client, itemId, action),
    );
    if (!isThere) throw new DownloadMissing();
  }

  /** One line for each action, whatever came of it. What was read before it is of no use, not even after a failure. */
  private async logged(
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

function done(client: DownloadClient, itemId: string, action: ItemAction): Promise<boolean> {
  if (action === 'pause') return client.pause(itemId);
  if (action === 'resume') return client.resume(itemId);
  return client.remove(itemId, action.remove.deleteData);
}

function asAnswer(fault: unknown): never {
  throw clientFault(fault);
}
