import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { AppError, permissionDenied, temporarilyUnavailable } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { COMPAT_KEY_JUDGE, type CompatKeyJudge } from '../../auth/auth.public.js';
import {
  ACCOUNT_DEMOTION,
  ACCOUNT_REMOVAL,
  AccountsRepository,
  type AccountDemotion,
  type AccountRemoval,
} from '../../users/users.public.js';
import { defineSecretSetting, SecretSettingsRepository } from '../../settings/settings.public.js';
import { currentKey, issuerFor, type CurrentKey, type IssuedKey, type Issuer } from './judge-key.js';

const COMPAT_KEY = defineSecretSetting('compat_key');

/** One key for the server, sealed together with its issuer and the time of its issue, so that neither can be exchanged. */
const STORED = z.object({ key: z.string().min(1), issuer_id: z.int().positive(), issued_at: z.int().nonnegative() });

const KEY_BYTES = 32;

/**
 * The key of an issuer who ceases to be an administrator is forgotten in the very write that makes it so: it doesn't come back
 * with the role, whatever happens to the server in between.
 */
@Injectable()
export class CompatKeyService implements CompatKeyJudge, AccountDemotion, AccountRemoval, OnModuleInit {
  /** While nothing is written, no statement is needed to know the key and its issuer. */
  private readonly keyInUse: CachedReading<CurrentKey | null>;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretSettingsRepository,
    private readonly accounts: AccountsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly ports: PortRegistry,
  ) {
    this.keyInUse = new CachedReading(database, () => this.current());
  }

  onModuleInit(): void {
    this.ports.register(COMPAT_KEY_JUDGE, this);
    this.ports.register(ACCOUNT_DEMOTION, this);
    this.ports.register(ACCOUNT_REMOVAL, this);
  }

  /** Null while none is valid: its issuer may be no administrator any more. @throws AppError 503 when what is stored can't be read */
  current(): Promise<CurrentKey | null> {
    return this.database.read((tx) => this.currentIn(tx));
  }

  /** @throws AppError 503, StorageError when it couldn't be judged */
  async issuerOf(brought: string): Promise<Issuer | null> {
    return issuerFor(brought, await this.keyInUse.get());
  }

  /** @throws AppError 503, StorageError when it couldn't be judged */
  async isValid(tx: ReadTx, brought: string): Promise<boolean> {
    return issuerFor(brought, await this.currentIn(tx)) !== null;
  }

  /** Any earlier key opens nothing from now on. @throws AppError 401 and 403 when they may not any more */
  issue(admin: ActingAdministrator): Promise<CurrentKey> {
    const key = Secret.of(this.random.hex(KEY_BYTES));
    return privilegedWrite(this.database, admin, async (tx) => {
      const stored = { key: key.reveal(), issuer_id: admin.userId, issued_at: this.clock.now() };
      await this.secrets.set(tx, COMPAT_KEY, Secret.of(JSON.stringify(stored)));
      const keyInUse = await this.currentIn(tx);
      if (!keyInUse) throw permissionDenied();
      return keyInUse;
    });
  }

  /** The key opens nothing from now on. @throws AppError 401 and 403 when they may not any more */
  revoke(admin: Privileged): Promise<void> {
    return privilegedWrite(this.database, admin, (tx) => this.secrets.remove(tx, COMPAT_KEY));
  }

  accountDemoted(tx: WriteTx, userId: number): Promise<void> {
    return this.forgetOf(tx, userId);
  }

  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.forgetOf(tx, userId);
  }

  private async currentIn(tx: ReadTx): Promise<CurrentKey | null> {
    const issued = await this.issuedIn(tx);
    return currentKey(issued, issued && (await this.accounts.byId(tx, issued.issuerId)));
  }

  /** @throws AppError 503 when what is stored can't be opened or read */
  private async issuedIn(tx: ReadTx): Promise<IssuedKey | null> {
    const stored = await this.secrets.get(tx, COMPAT_KEY);
    if (!stored) return null;
    const { success, data } = STORED.safeParse(jsonOf(stored));
    if (!success) throw temporarilyUnavailable(new Error('the stored compatibility key is unreadable'));
    return { key: Secret.of(data.key), issuerId: data.issuer_id, issuedAt: data.issued_at };
  }

  private async forgetOf(tx: WriteTx, userId: number): Promise<void> {
    if (await this.mayBeOf(tx, userId)) await this.secrets.remove(tx, COMPAT_KEY);
  }

  /** A key that can't be read opens nothing and may be anybody's. It keeps nobody an administrator. */
  private async mayBeOf(tx: WriteTx, userId: number): Promise<boolean> {
    try {
      return (await this.issuedIn(tx))?.issuerId === userId;
    } catch (fault) {
      if (fault instanceof AppError) return true;
      throw fault;
    }
  }
}

function jsonOf(stored: Secret): unknown {
  try {
    return JSON.parse(stored.reveal());
  } catch {
    return undefined;
  }
}
