import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../../users/users.public.js';
import { GrantsRepository } from './grants.repository.js';

/** Lets nothing of a deleted account stay here: its grants and preferences go in the write that deletes it. */
@Injectable()
export class AccountLifecycleService implements AccountRemoval, OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly grants: GrantsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
  }

  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.grants.removeAccount(tx, userId);
  }
}
