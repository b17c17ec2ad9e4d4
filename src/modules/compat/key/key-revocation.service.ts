import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import {
  ACCOUNT_DEMOTION,
  ACCOUNT_REMOVAL,
  type AccountDemotion,
  type AccountRemoval,
} from '../../users/users.public.js';
import { CompatKeyRepository } from './compat-key.repository.js';

/**
 * Forgets the key of an issuer who ceases to be an administrator, in the very write that makes it so: it doesn't come back
 * when the account is an administrator again, no matter what happens to the server in between. Source: doc 2 §4; security 12, 18.
 */
@Injectable()
export class KeyRevocationService implements AccountDemotion, AccountRemoval, OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly issued: CompatKeyRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(ACCOUNT_DEMOTION, this);
    this.ports.register(ACCOUNT_REMOVAL, this);
  }

  accountDemoted(tx: WriteTx, userId: number): Promise<void> {
    return this.forget(tx, userId);
  }

  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.forget(tx, userId);
  }

  private async forget(tx: WriteTx, userId: number): Promise<void> {
    if (await this.mayBeOf(tx, userId)) await this.issued.remove(tx);
  }

  /** A key that can't be read opens nothing and may be anybody's. It keeps nobody an administrator. */
  private async mayBeOf(tx: WriteTx, userId: number): Promise<boolean> {
    try {
      return (await this.issued.get(tx))?.issuerId === userId;
    } catch (fault) {
      if (fault instanceof AppError) return true;
      throw fault;
    }
  }
}
