import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { AssignmentsChanged, InstanceChanged } from '../../instances/instances.public.js';
import { AccountChanged, AccountRemoved, ContentPolicyChanged } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { AccessSyncJob } from './access-sync.job.js';

/** Has the job look at once when something has changed that decides about access, without the wait that a failure left. */
@Injectable()
export class AccessEventsService implements OnModuleInit, OnModuleDestroy {
  private unsubscribe: readonly (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
    private readonly links: MediaAccountsRepository,
    private readonly job: AccessSyncJob,
  ) {}

  onModuleInit(): void {
    const ofInstance = ({ instanceId }: { readonly instanceId: string }): Promise<void> =>
      this.hurry((link) => link.instanceId === instanceId);
    const ofPerson = ({ userId }: { readonly userId: number }): Promise<void> =>
      this.hurry((link) => link.userId === userId);
    this.unsubscribe = [
      this.events.on(AssignmentsChanged, ofInstance),
      this.events.on(InstanceChanged, ofInstance),
      this.events.on(AccountChanged, ofPerson),
      this.events.on(ContentPolicyChanged, ofPerson),
      this.events.on(AccountRemoved, () => this.job.wake()),
      this.events.on(MediaLinksChanged, () => this.job.wake()),
    ];
  }

  onModuleDestroy(): void {
    for (const end of this.unsubscribe) end();
  }

  private async hurry(isMeant: (link: MediaAccount) => boolean): Promise<void> {
    const managed = await this.database.readOne((tx) => this.links.managed(tx));
    const waiting = managed.filter((link) => link.nextAttemptAt !== null && isMeant(link));
    if (waiting.length > 0)
      await this.database.write(async (tx) => {
        for (const { id } of waiting) await this.links.change(tx, id, { nextAttemptAt: null });
      });
    this.job.wake();
  }
}
