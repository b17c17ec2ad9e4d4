import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { keepLease } from '../../../core/jobs/keep-lease.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { isAhead } from '../access/moment-ahead.js';
import { accountExists } from '../media-accounts.errors.js';
import type { AccountIntentRow } from './account-intent.entity.js';
import { AccountIntentsRepository, type NewIntent } from './account-intents.repository.js';
import { type ClaimedIntent, IntentClaimLost } from './claimed-intent.js';
import { ENDED_BY_START, HEARTBEAT_MS, LATE_EFFECT_MS, LEASE_MS } from './intent-times.js';
import type { AccountPlace } from './new-account-rights.service.js';

/** What is kept of an intent while its lease lasts. */
type IntentNote = Partial<Pick<AccountIntentRow, 'remoteUserId' | 'limitsBefore'>>;

/**
 * Leases the intents of accounts that are being made: of all processes on the database one worker works on each. A lease that
 * is extended no more runs out, so what a process leaves behind is free {@link LEASE_MS} later.
 */
@Injectable()
export class IntentClaimsService {
  constructor(
    private readonly database: Database,
    private readonly intents: AccountIntentsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * Commits an intent that nobody but the caller may work on.
   *
   * @param judge judges in the write whether it may be; what it throws comes out, and nothing is written
   * @throws UniqueViolation where something is being made there for this person, or by this name
   */
  async add(
    intent: Omit<NewIntent, 'nextAttemptAt' | 'leaseToken' | 'leaseUntil'>,
    judge: (tx: WriteTx) => Promise<void>,
  ): Promise<ClaimedIntent> {
    const token = this.random.hex(16);
    const added = await this.database.write(async (tx) => {
      await judge(tx);
      const lease = { leaseToken: token, leaseUntil: this.clock.now() + LEASE_MS };
      return this.intents.add(tx, { ...intent, ...lease, nextAttemptAt: this.clock.now() + LATE_EFFECT_MS });
    });
    return { intent: added, token, isFirst: true };
  }

  /**
   * Goes on with what an earlier call has left for a person on a server; null where there is nothing.
   *
   * @throws AppError 409 `account_exists` while somebody works on it
   */
  takeOver({ userId, instanceId }: AccountPlace): Promise<ClaimedIntent | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const intent = await this.intents.of(tx, userId, instanceId);
      if (!intent) return null;
      if (this.isLeased(intent)) throw accountExists();
      await this.intents.change(tx, intent.id, { leaseToken: token, leaseUntil: this.clock.now() + LEASE_MS });
      return { intent, token, isFirst: false };
    });
  }

  /** Takes an intent that {@link AccountIntentsRepository.due} names; null where somebody works on it, or it isn't to be settled any more. */
  takeDue(id: string): Promise<ClaimedIntent | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const intent = await this.intents.find(tx, id);
      if (!intent || this.isLeased(intent)) return null;
      if (intent.nextAttemptAt > this.clock.now() && intent.leaseUntil !== ENDED_BY_START) return null;
      await this.intents.change(tx, id, { leaseToken: token, leaseUntil: this.clock.now() + LEASE_MS });
      return { intent, token, isFirst: false };
    });
  }

  /** Extends the lease as long as this work lasts, or until it is lost. */
  async during<T>(claim: ClaimedIntent, work: () => Promise<T>): Promise<T> {
    const lease = keepLease(this.clock, HEARTBEAT_MS, () =>
      this.database.write(async (tx) => {
        if (!(await this.held(tx, claim))) return false;
        await this.intents.change(tx, claim.intent.id, { leaseUntil: this.clock.now() + LEASE_MS });
        return true;
      }),
    );
    try {
      return await work();
    } finally {
      lease.stop();
    }
  }

  /**
   * Is waited for right before calls that change something on the server: they may arrive late, so nobody settles the intent
   * for {@link LATE_EFFECT_MS} from now on.
   *
   * @throws IntentClaimLost
   */
  permit(claim: ClaimedIntent): Promise<void> {
    return this.note(claim, {}, () => Promise.resolve());
  }

  /** Keeps what came of a call. @throws IntentClaimLost; what `judge` throws, and then nothing is kept */
  async note(claim: ClaimedIntent, note: IntentNote, judge: (tx: ReadTx) => Promise<void>): Promise<void> {
    await this.database.write(async (tx) => {
      await judge(tx);
      await this.require(tx, claim);
      const now = this.clock.now();
      const lease = { leaseUntil: now + LEASE_MS, nextAttemptAt: now + LATE_EFFECT_MS };
      await this.intents.change(tx, claim.intent.id, { ...note, ...lease });
    });
  }

  /** The claim with its intent as it is stored now; null where it is lost. */
  current(claim: ClaimedIntent): Promise<ClaimedIntent | null> {
    return this.database.read(async (tx) => {
      const intent = await this.held(tx, claim);
      return intent && { ...claim, intent };
    });
  }

  /** Nothing is left to be done, and the intent goes. @throws IntentClaimLost */
  async end(claim: ClaimedIntent): Promise<void> {
    await this.database.write(async (tx) => {
      await this.require(tx, claim);
      await this.intents.remove(tx, claim.intent.id);
    });
  }

  /** Gives the intent back, to be settled after this wait. Nothing where the claim is lost. */
  async putOff(claim: ClaimedIntent, waitMs: number): Promise<void> {
    await this.database.write(async (tx) => {
      const intent = await this.held(tx, claim);
      if (!intent) return;
      const nextAttemptAt = this.clock.now() + waitMs;
      const free = { leaseToken: null, leaseUntil: null };
      await this.intents.change(tx, intent.id, { attempts: intent.attempts + 1, nextAttemptAt, ...free });
    });
  }

  private isLeased({ leaseUntil }: AccountIntentRow): boolean {
    return isAhead(leaseUntil, this.clock.now(), LEASE_MS);
  }

  private async require(tx: ReadTx, claim: ClaimedIntent): Promise<void> {
    if (!(await this.held(tx, claim))) throw new IntentClaimLost();
  }

  private async held(tx: ReadTx, { intent, token }: ClaimedIntent): Promise<AccountIntentRow | null> {
    const stored = await this.intents.find(tx, intent.id);
    return stored?.leaseToken === token ? stored : null;
  }
}
