import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../users/users.public.js';
import { QuotaRulesRepository } from './rules/quota-rules.repository.js';

/** Registers with lower modules: reports the capability to clients, and deletes the rules of removed accounts. */
@Injectable()
export class QuotaLifecycleService implements OnModuleInit, AccountRemoval {
  constructor(
    private readonly ports: PortRegistry,
    private readonly rules: QuotaRulesRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.ports.register(CLIENT_CAPABILITIES, always('request_quotas'));
  }

  /** Deletes the rules of the account. Its charges stay as history. */
  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.rules.forget(tx, userId);
  }
}
