import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { PerTargetWorker } from '../../../core/work/per-target-worker.js';
import { AssignmentsChanged, InstanceChanged } from '../../instances/instances.public.js';
import { AccountChanged, AccountRemoved, ContentPolicyChanged } from '../../users/users.public.js';
import { type MediaAccount, MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import { LiveReadingsService } from '../servers/live-readings.service.js';
import { AccessAttemptService } from './access-attempt.service.js';
import { AccessReviewService, type ReviewedLink } from './access-review.service.js';
import { byWaiting, isDue } from './link-attempts.js';
import { LiveAccountsService } from './live-accounts.service.js';

export const ACCESS_JOB = 'media-accounts.access';

const SWEEP_MS = 10_000;

/** Makes hold on media servers what should be of managed accounts: what differs is computed from rows, so no lost event loses work. */
@Injectable()
export class AccessSyncJob implements OnModuleInit, OnModuleDestroy {
  private readonly worker: PerTargetWorker<string>;
  private readonly managed: CachedReading<readonly ReviewedLink[]>;
  private unsubscribe: readonly (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly links: MediaAccountsRepository,
    private readonly reviews: AccessReviewService,
    private readonly live: LiveAccountsService,
    private readonly attempts: AccessAttemptService,
    private readonly readings: LiveReadingsService,
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly clock: Clock,
    @InjectLog() log: Log,
  ) {
    this.worker = new PerTargetWorker((instanceId, error) =>
      log.error('work on the accounts of a media server failed', { instance_id: instanceId, error }),
    );
    this.managed = new CachedReading(database, () =>
      database.read(async (tx) => reviews.reviewReadable(tx, await links.allManaged(tx))),
    );
  }

  onModuleInit(): void {
    this.jobs.register({
      name: ACCESS_JOB,
      title: 'Update media server accounts',
      purpose: 'Brings the accounts on media servers in line with what each person may use.',
      everyMs: SWEEP_MS,
      run: () => this.sweep(),
    });
    const ofInstance = ({ instanceId }: { readonly instanceId: string }): Promise<void> =>
      this.retryNow((link) => link.instanceId === instanceId);
    const ofPerson = ({ userId }: { readonly userId: number }): Promise<void> =>
      this.retryNow((link) => link.userId === userId);
    this.unsubscribe = [
      this.events.on(AssignmentsChanged, ofInstance),
      this.events.on(InstanceChanged, ofInstance),
      this.events.on(AccountChanged, ofPerson),
      this.events.on(ContentPolicyChanged, ofPerson),
      this.events.on(AccountRemoved, () => this.wake()),
      this.events.on(MediaLinksChanged, () => this.wake()),
    ];
    this.wake();
  }

  /** Stops after the current account of each server; the rest is done after the next start. */
  onModuleDestroy(): Promise<void> {
    for (const end of this.unsubscribe) end();
    return this.worker.stop();
  }

  wake(): void {
    this.jobs.wake(ACCESS_JOB);
  }

  idle(): Promise<void> {
    return this.worker.idle();
  }

  private async sweep(): Promise<void> {
    const managed = await this.managed.get();
    const due = managed.filter((link) => isDue(link, this.clock.now()) || this.live.areSharesDue(link));
    for (const instanceId of new Set(due.map(({ account }) => account.instanceId)))
      this.worker.wake(instanceId, (signal) => this.workOn(instanceId, signal));
  }

  private async workOn(instanceId: string, signal: AbortSignal): Promise<void> {
    // What was changed by hand at the hub is work like any other, once it is known.
    const onServer = (await this.managed.get()).filter(({ account }) => account.instanceId === instanceId);
    const unread = onServer.filter((link) => this.live.areSharesDue(link));
    if (unread.length > 0) await this.live.lookAtShares(instanceId, unread);
    await this.workOnDue(instanceId, signal);
  }

  /** Works until nothing is due, the server is down, or the signal is aborted; the link under way is finished. */
  async workOnDue(instanceId: string, signal: AbortSignal): Promise<void> {
    for (let moves = true; moves;) {
      moves = false;
      for (const id of await this.dueOn(instanceId)) {
        if (signal.aborted) return;
        const result = await this.attempts.make(id);
        // It may have been written: what was read of the server before is no longer so.
        if (result !== 'not_due') this.readings.forget();
        // The other links would fail in the same way: they wait, and their tries aren't counted.
        if (result === 'server_down') return;
        moves ||= result === 'tried';
      }
    }
  }

  private async dueOn(instanceId: string): Promise<readonly number[]> {
    const reviewed = await this.database.read(async (tx) =>
      this.reviews.reviewReadable(tx, await this.links.onInstance(tx, instanceId)),
    );
    return reviewed
      .filter((link) => isDue(link, this.clock.now()))
      .sort(byWaiting)
      .map(({ account }) => account.id);
  }

  /** What has changed decides about access: links that wait after a failure are tried at once. */
  private async retryNow(isMeant: (link: MediaAccount) => boolean): Promise<void> {
    const managed = await this.database.readOne((tx) => this.links.allManaged(tx));
    const waiting = managed.filter((link) => link.nextAttemptAt !== null && isMeant(link));
    if (waiting.length > 0)
      await this.database.write(async (tx) => {
        for (const { id } of waiting) await this.links.change(tx, id, { nextAttemptAt: null });
      });
    this.wake();
  }
}
