import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { type ChangedQueue, clientQueueView, ClientQueuesService } from '../../downloads/downloads.public.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { QueueChanged } from '../../library/library.public.js';
import type { AddressedFrame } from '../audience/audience.js';
import { SessionAudienceService } from '../audience/session-audience.service.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import { NotifierService } from './notifier.service.js';

export const CLIENT_QUEUE_POLL_JOB = 'realtime.poll-download-clients';

const ADMINISTRATORS = { of: 'administrators' } as const;

/** Says that a library's queue is worth reading again. Download clients are asked while an administrator is connected, and no longer. */
@Injectable()
export class QueueUpdatesJob implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly live: LiveSessionsService,
    private readonly audience: SessionAudienceService,
    private readonly queues: ClientQueuesService,
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.events.on(QueueChanged, ({ instanceId }) => {
      this.notifier.announce(`library ${instanceId}`, { key: 'queue', compose: () => this.libraryFrame(instanceId) });
    });
    this.jobs.register({
      name: CLIENT_QUEUE_POLL_JOB,
      title: 'Check download clients',
      purpose: 'Looks at the queues of the download clients while an administrator has the app open.',
      everyMs: 30_000,
      run: () => this.poll(),
    });
  }

  private async poll(): Promise<void> {
    if (this.live.size === 0 || (await this.audience.receiversOf(ADMINISTRATORS)).size === 0) {
      this.queues.forgetLooks();
      return;
    }
    await this.queues.lookForChanges((changed) => {
      const compose = () => this.clientFrame(changed);
      this.notifier.announce(`download client ${changed.instanceId}`, { key: 'downloads_queue', compose });
    });
  }

  /** Nothing of an instance that has been removed. */
  private async libraryFrame(instanceId: string): Promise<AddressedFrame | null> {
    const instance = await this.database.read((tx) => this.directory.byId(tx, instanceId));
    if (!instance) return null;
    const data = { instance_id: instanceId, service_type: instance.serviceType };
    return { frame: { type: 'arr_queue_changed', data }, audience: { of: 'library', instanceId }, title: null };
  }

  /** Nothing of an instance that has been removed. */
  private async clientFrame({ instanceId, queue }: ChangedQueue): Promise<AddressedFrame | null> {
    const instance = await this.database.read((tx) => this.directory.byId(tx, instanceId));
    if (!instance) return null;
    const data = { instance_id: instanceId, ...clientQueueView(queue) };
    return { frame: { type: 'downloads_queue', data }, audience: ADMINISTRATORS, title: null };
  }
}
