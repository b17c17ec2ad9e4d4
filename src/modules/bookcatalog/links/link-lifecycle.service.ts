import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { INSTANCE_DEPENDENTS, type InstanceDependent } from '../../instances/instances.public.js';
import { CatalogConnectionsRepository } from '../storage/catalog-connections.repository.js';

/** A deleted instance takes its link along, and with the last link the connection. It is no reason for it to stay. */
@Injectable()
export class LinkLifecycleService implements InstanceDependent, OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly rows: CatalogConnectionsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(INSTANCE_DEPENDENTS, this);
  }

  objectionToRemoval(): Promise<null> {
    return Promise.resolve(null);
  }

  forgetInstance(tx: WriteTx, instanceId: string): Promise<void> {
    return this.rows.forget(tx, instanceId);
  }
}
