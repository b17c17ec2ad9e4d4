import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { QueueChanged } from '../../library/library.public.js';
import type { AddressedFrame } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** Tells those who may use a library that its queue is worth reading again. Source: doc 3 section 6, doc 4 section 5.2. */
@Injectable()
export class QueueUpdatesService implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    this.events.on(QueueChanged, ({ instanceId }) => {
      this.notifier.announce(`library ${instanceId}`, { key: 'queue', compose: () => this.compose(instanceId) });
    });
  }

  /** Nothing of an instance that has been removed. */
  private async compose(instanceId: string): Promise<AddressedFrame | null> {
    const instance = await this.database.read((tx) => this.directory.byId(tx, instanceId));
    if (!instance) return null;
    const data = { instance_id: instanceId, service_type: instance.serviceType };
    return { frame: { type: 'arr_queue_changed', data }, audience: { of: 'library', instanceId }, title: null };
  }
}
