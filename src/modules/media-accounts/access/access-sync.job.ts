import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { PerTargetWorker } from '../../../core/work/per-target-worker.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { AccessReviewService, type ReviewedLink } from './access-review.service.js';
import { ServerAccessService } from './server-access.service.js';
import { ShareLooksService } from './share-looks.service.js';

/** The name of the job that makes hold on media servers what should be. */
export const ACCESS_JOB = 'media-accounts.access';

const SWEEP_MS = 10_000;

/**
 * Makes hold on media servers what should be of managed accounts: looks every ten seconds, at the start and when woken, and
 * works on each server by itself, so that one that hangs delays only its own accounts. What differs is computed
 * from rows, so nothing is lost with an event or with the process. What others have changed at the hub is seen every quarter of
 * an hour. Source: doc 1 §3, management rules.
 */
@Injectable()
export class AccessSyncJob implements OnModuleInit, OnModuleDestroy {
  private readonly worker: PerTargetWorker<string>;
  private readonly managed: CachedReading<readonly ReviewedLink[]>;

  constructor(
    database: Database,
    links: MediaAccountsRepository,
    reviews: AccessReviewService,
    private readonly jobs: JobRunner,
    private readonly servers: ServerAccessService,
    private readonly shares: ShareLooksService,
    @InjectLog() log: Log,
  ) {
    this.worker = new PerTargetWorker((instanceId, error) =>
      log.error('work on the accounts of a media server failed', { instance_id: instanceId, error }),
    );
    this.managed = new CachedReading(database, () =>
      database.read(async (tx) => reviews.reviewReadable(tx, await links.managed(tx))),
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
    this.wake();
  }

  /** Stops after the current account of each server; the rest is done after the next start. */
  onModuleDestroy(): Promise<void> {
    return this.worker.stop();
  }

  /** Looks for what differs as soon as possible. */
  wake(): void {
    this.jobs.wake(ACCESS_JOB);
  }

  /** Resolves when no work is under way. */
  idle(): Promise<void> {
    return this.worker.idle();
  }

  private async sweep(): Promise<void> {
    const managed = await this.managed.get();
    const due = managed.filter((link) => this.servers.isDue(link) || this.shares.isDue(link));
    for (const instanceId of new Set(due.map(({ account }) => account.instanceId)))
      this.worker.wake(instanceId, (signal) => this.workOn(instanceId, signal));
  }

  private async workOn(instanceId: string, signal: AbortSignal): Promise<void> {
    await this.lookAtShares(instanceId);
    await this.servers.work(instanceId, signal);
  }

  /** What was changed by hand at the hub is work like any other, once it is known. */
  private async lookAtShares(instanceId: string): Promise<void> {
    const managed = await this.managed.get();
    const due = managed.filter((link) => link.account.instanceId === instanceId && this.shares.isDue(link));
    if (due.length > 0) await this.shares.look(instanceId, due);
  }
}
