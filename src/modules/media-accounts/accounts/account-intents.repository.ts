import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ENDED_AT_START, NOT_LEASED } from '../../../core/work/leased-rows.js';
import { AccountIntentRow } from '../rows.js';
import { INTENT_SECRETS } from '../sealed-columns.js';
import { nameKey, type RemoteAccount } from '../servers/media-server.js';

export interface NewIntent {
  readonly userId: number;
  readonly instanceId: string;
  readonly name: string;
  readonly secret: Secret;
  /** When it is settled without the person, in epoch milliseconds. */
  readonly nextAttemptAt: number;
  readonly leaseToken: string;
  readonly leaseUntil: number;
}

/** The rows of accounts that are being made. Secrets are sealed on their way in and opened only by {@link secretOf}. */
@Injectable()
export class AccountIntentsRepository {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  find(tx: ReadTx, id: string): Promise<AccountIntentRow | null> {
    return tx.findOneBy(AccountIntentRow, { id });
  }

  of(tx: ReadTx, userId: number, instanceId: string): Promise<AccountIntentRow | null> {
    return tx.findOneBy(AccountIntentRow, { userId, instanceId });
  }

  /** Is this account of a server, or one of its name, or at the hub of its address, just being made for somebody? */
  async isMaking(
    tx: ReadTx,
    instanceId: string,
    remote: Pick<RemoteAccount, 'id' | 'name' | 'email'>,
  ): Promise<boolean> {
    return tx.existsBy(AccountIntentRow, [
      { instanceId, remoteUserId: remote.id },
      { instanceId, nameKey: nameKey(remote.name) },
      { instanceId, nameKey: nameKey(remote.email) },
    ]);
  }

  isMakingName(tx: ReadTx, instanceId: string, name: string): Promise<boolean> {
    return tx.existsBy(AccountIntentRow, { instanceId, nameKey: nameKey(name) });
  }

  /** What is to be settled now, and what a killed process has left, the one that has waited longest first. */
  due(tx: ReadTx, now: number, most: number): Promise<readonly AccountIntentRow[]> {
    const where = [{ nextAttemptAt: LessThanOrEqual(now) }, { leaseUntil: ENDED_AT_START }];
    return tx.find(AccountIntentRow, { where, order: { nextAttemptAt: 'ASC', id: 'ASC' }, take: most });
  }

  /** @throws SecretUnreadable 503 when the server's key does not open it */
  secretOf({ id, secret }: AccountIntentRow): Secret {
    return this.secretBox.open(secret, INTENT_SECRETS.secret.at(id));
  }

  /** @throws UniqueViolation, out of the whole write, where something is being made for this person, or by this name */
  async add(tx: WriteTx, intent: NewIntent): Promise<AccountIntentRow> {
    const { userId, instanceId, name, secret, nextAttemptAt, leaseToken, leaseUntil } = intent;
    const id = this.random.uuid();
    const row = tx.create(AccountIntentRow, {
      id,
      userId,
      instanceId,
      name,
      nameKey: nameKey(name),
      secret: this.secretBox.seal(secret, INTENT_SECRETS.secret.at(id)),
      remoteUserId: null,
      limitsBefore: null,
      attempts: 0,
      nextAttemptAt,
      leaseToken,
      leaseUntil,
      createdAt: this.clock.now(),
    });
    await tx.insert(AccountIntentRow, row);
    return row;
  }

  async change(tx: WriteTx, id: string, fields: Partial<Omit<AccountIntentRow, 'id'>>): Promise<void> {
    await tx.update(AccountIntentRow, { id }, fields);
  }

  async remove(tx: WriteTx, id: string): Promise<void> {
    await tx.delete(AccountIntentRow, { id });
  }

  /** Nobody works any longer on what is being made on a server: it is settled when its time comes. */
  async release(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.update(AccountIntentRow, { instanceId }, NOT_LEASED);
  }

  async removeInstance(tx: WriteTx, instanceId: string): Promise<void> {
    await tx.delete(AccountIntentRow, { instanceId });
  }
}
