import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ENDED_AT_START, type Lease, LeasedRows } from '../../../core/work/leased-rows.js';
import { accountExists } from '../media-accounts.errors.js';
import { AccountIntentRow } from '../rows.js';
import { AccountIntentsRepository, type NewIntent } from '../accounts/account-intents.repository.js';
import type { PersonOnServer } from '../access/server-rights.service.js';

/** A lease is extended while work is under way; a killed process leaves it for 15 s. */
export const INTENT_LEASES = new LeasedRows(AccountIntentRow, 15_000);

export const HEARTBEAT_MS = 5_000;

/** So long a call whose answer was lost may still take effect, in milliseconds: until then absence proves nothing. */
export const LATE_EFFECT_MS = 30_000;

/** An account that is being made, on which one worker works, of all processes on the database. */
export interface ClaimedIntent {
  readonly intent: AccountIntentRow;
  readonly token: string;
  /** False where an earlier worker may have left calls that still arrive. */
  readonly isFirst: boolean;
}

export class IntentClaimLost extends Error {
  constructor() {
    super('somebody else works on the account that is being made');
    this.name = 'IntentClaimLost';
  }
}

type IntentNote = Partial<Pick<AccountIntentRow, 'remoteUserId' | 'limitsBefore'>>;

@Injectable()
export class IntentClaimsService {
  constructor(
    private readonly database: Database,
    private readonly intents: AccountIntentsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @throws UniqueViolation where something is being made for this person, or by this name; what `judge` throws, in the write */
  async add(
    intent: Omit<NewIntent, 'nextAttemptAt' | 'leaseToken' | 'leaseUntil'>,
    judge: (tx: WriteTx) => Promise<void>,
  ): Promise<ClaimedIntent> {
    const token = this.random.hex(16);
    const added = await this.database.write(async (tx) => {
      await judge(tx);
      const now = this.clock.now();
      const lease = INTENT_LEASES.columns(token, now);
      return this.intents.add(tx, { ...intent, ...lease, nextAttemptAt: now + LATE_EFFECT_MS });
    });
    return { intent: added, token, isFirst: true };
  }

  /** What an earlier call has left; null for nothing. @throws AppError 409 `account_exists` while somebody works on it */
  takeOver({ userId, instanceId }: PersonOnServer): Promise<ClaimedIntent | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const intent = await this.intents.of(tx, userId, instanceId);
      if (!intent) return null;
      const claim = { intent, token, isFirst: false };
      if (!(await INTENT_LEASES.take(tx, leaseOf(claim), this.clock.now()))) throw accountExists();
      return claim;
    });
  }

  /** Takes an intent that was due; null where somebody works on it, or it isn't to be settled any more. */
  takeDue(id: string): Promise<ClaimedIntent | null> {
    const token = this.random.hex(16);
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      const intent = await this.intents.find(tx, id);
      if (!intent || (intent.nextAttemptAt > now && intent.leaseUntil !== ENDED_AT_START)) return null;
      const claim = { intent, token, isFirst: false };
      return (await INTENT_LEASES.take(tx, leaseOf(claim), now)) ? claim : null;
    });
  }

  /** Extends the lease as long as this work lasts, or until it is lost. */
  async during<T>(claim: ClaimedIntent, work: () => Promise<T>): Promise<T> {
    const lease = INTENT_LEASES.keep(this.database, this.clock, leaseOf(claim), HEARTBEAT_MS);
    try {
      return await work();
    } finally {
      lease.stop();
    }
  }

  /** Awaited before calls that may arrive late: nobody settles it for {@link LATE_EFFECT_MS}. @throws IntentClaimLost */
  permit(claim: ClaimedIntent): Promise<void> {
    return this.note(claim, {}, () => Promise.resolve());
  }

  /** Keeps what came of a call. @throws IntentClaimLost; what `judge` throws, and then nothing is kept */
  async note(claim: ClaimedIntent, note: IntentNote, judge: (tx: ReadTx) => Promise<void>): Promise<void> {
    await this.database.write(async (tx) => {
      await judge(tx);
      const now = this.clock.now();
      const noted = { ...note, nextAttemptAt: now + LATE_EFFECT_MS };
      if (!(await INTENT_LEASES.extend(tx, leaseOf(claim), now, noted))) throw new IntentClaimLost();
    });
  }

  /** The claim with its intent as it is stored now; null where it is lost. */
  current(claim: ClaimedIntent): Promise<ClaimedIntent | null> {
    return this.database.read(async (tx) => {
      const intent = await INTENT_LEASES.findHeld(tx, leaseOf(claim));
      return intent && { ...claim, intent };
    });
  }

  /** Nothing is left to be done, and the intent goes. @throws IntentClaimLost */
  async end(claim: ClaimedIntent): Promise<void> {
    await this.database.write(async (tx) => {
      if (!(await INTENT_LEASES.findHeld(tx, leaseOf(claim)))) throw new IntentClaimLost();
      await this.intents.remove(tx, claim.intent.id);
    });
  }

  /** Gives the intent back, to be settled after this wait. Nothing where the claim is lost. */
  async putOff(claim: ClaimedIntent, waitMs: number): Promise<void> {
    await this.database.write(async (tx) => {
      const intent = await INTENT_LEASES.findHeld(tx, leaseOf(claim));
      if (!intent) return;
      const putOff = { attempts: intent.attempts + 1, nextAttemptAt: this.clock.now() + waitMs };
      await INTENT_LEASES.release(tx, leaseOf(claim), putOff);
    });
  }
}

const leaseOf = ({ intent: { id }, token }: ClaimedIntent): Lease<AccountIntentRow> => ({ where: { id }, token });
