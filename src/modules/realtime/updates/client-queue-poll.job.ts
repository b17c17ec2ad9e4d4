import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { type ChangedQueue, clientQueueView, ClientQueuesService } from '../../downloads/downloads.public.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** The job's name, for callers that run it early. */
export const CLIENT_QUEUE_POLL_JOB = 'realtime.poll-download-clients';

const ADMINISTRATORS = { of: 'administrators' } as const;

/**
 * Reads the queues of download clients every 30 seconds while an administrator is connected, and tells administrators of those
 * that have changed. While none is connected, no client is asked. Source: doc 3 Decisions, Polling of client queues; doc 2
 * section 6.
 */
@Injectable()
export class ClientQueuePollJob implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly live: LiveSessionsService,
    private readonly sessionAudience: SessionAudienceService,
    private readonly queues: ClientQueuesService,
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: CLIENT_QUEUE_POLL_JOB,
      title: 'Check download clients',
      purpose: 'Looks at the queues of the download clients while an administrator has the app open.',
      everyMs: 30_000,
      run: () => this.poll(),
    });
  }

  private async poll(): Promise<void> {
    if (this.live.size === 0 || (await this.sessionAudience.meant(ADMINISTRATORS)).size === 0) {
      this.queues.forgetLooks();
      return;
    }
    await this.queues.lookForChanges((changed) => this.tell(changed));
  }

  private tell(changed: ChangedQueue): void {
    const compose = () => this.compose(changed);
    this.notifier.announce(`download client ${changed.instanceId}`, { key: 'downloads_queue', compose });
  }

  /** Nothing of an instance that has been removed. */
  private async compose({ instanceId, queue }: ChangedQueue): Promise<AddressedFrame | null> {
    const instance = await this.database.read((tx) => this.directory.byId(tx, instanceId));
    if (!instance) return null;
    const data = { instance_id: instanceId, ...clientQueueView(queue) };
    return { frame: { type: 'downloads_queue', data }, audience: ADMINISTRATORS, title: null };
  }
}
