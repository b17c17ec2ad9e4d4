import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { AccountTurns } from './account-turns.js';
import { afterAttempt, MOST_ATTEMPTS, nextLook } from './after-attempt.js';
import type { Addressees, NotYet, OutboxDestination, OutboxMessage } from './outbox-destination.js';
import { isPaused, messageOf, OutboxRepository } from './outbox.repository.js';
import { LONGEST_WAIT_MS, type OutboxRow } from '../message-rows.js';
import { sayNotification } from '../notifications.sentences.js';
import { OutboxStepsService } from './outbox-steps.service.js';

interface Worker {
  readonly destination: OutboxDestination;
  readonly token: string;
}

/** Sends what is due at one destination. All state is in rows, so the process may end at any point. */
@Injectable()
export class DestinationSendingService {
  private readonly turns = new AccountTurns();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly messages: OutboxRepository,
    private readonly steps: OutboxStepsService,
  ) {}

  /**
   * Until none is due, the destination is left alone for a time, or the signal is aborted; nothing while another worker has it.
   * @throws StorageError when our own storage fails; the attempts under way count as left behind then
   */
  async send(destination: OutboxDestination, signal: AbortSignal): Promise<void> {
    const worker: Worker = { destination, token: this.random.hex(16) };
    if (await this.isLeftAlone(destination.name)) return;
    if (!(await this.begin(worker))) return;
    try {
      await this.sendAll(worker, signal);
    } finally {
      await this.database.write((tx) => this.messages.releaseDestination(tx, destination.name, worker.token));
    }
  }

  private async isLeftAlone(name: string): Promise<boolean> {
    return isPaused(await this.database.readOne((tx) => this.messages.stateOf(tx, name)), this.clock.now());
  }

  /** As many at a time as the destination takes; the next one is looked for when one of them is on its way or has ended. */
  private async sendAll(worker: Worker, signal: AbortSignal): Promise<void> {
    const { atOnce = 1 } = worker.destination;
    const inFlight = new Map<number, Promise<void>>();
    const failures: unknown[] = [];
    let keepGoing = true;
    let wake = (): void => undefined;
    while (keepGoing && !signal.aborted) {
      // A message whose attempt is recorded may have been split: its parts are sent beside it.
      const attemptRecorded = new Promise<void>((resolve) => (wake = resolve));
      const row = inFlight.size < atOnce ? await this.next(worker, [...inFlight.keys()]) : null;
      if (!row && inFlight.size === 0) break;
      if (!row) {
        await Promise.race([...inFlight.values(), attemptRecorded]);
        continue;
      }
      const ended = this.attempt(worker, row, signal, () => wake()).then(
        (may) => void (keepGoing &&= may),
        (fault: unknown) => {
          failures.push(fault);
          keepGoing = false;
        },
      );
      inFlight.set(
        row.id,
        ended.then(() => void inFlight.delete(row.id)),
      );
    }
    await Promise.all(inFlight.values());
    if (failures.length > 0) throw failures[0];
  }

  /** Takes the destination. Nobody is sending any more what is marked as being sent. */
  private begin({ destination: { name, mayRepeat }, token }: Worker): Promise<boolean> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.messages.takeDestination(tx, name, token, now))) return false;
      await this.messages.endLeftBehind(tx, name, mayRepeat, now);
      return true;
    });
  }

  /** The message whose turn it is; null while none is due. */
  private async next({ destination: { name } }: Worker, inFlight: readonly number[]): Promise<OutboxRow | null> {
    const waiting = await this.database.read(async (tx) => {
      const now = this.clock.now();
      return isPaused(await this.messages.stateOf(tx, name), now)
        ? []
        : this.messages.dueOfEach(tx, name, now, inFlight);
    });
    const chosen = this.turns.next(name, waiting);
    return chosen ? this.database.readOne((tx) => this.messages.byId(tx, chosen.id)) : null;
  }

  /** @returns false once another worker has the destination */
  private async attempt(
    worker: Worker,
    row: OutboxRow,
    signal: AbortSignal,
    attemptRecorded: () => void,
  ): Promise<boolean> {
    const { destination } = worker;
    const message = messageOf(row);
    if (!message) return this.settle(row, UNREADABLE);
    if (this.isTooOld(worker, row)) return this.settle(row, TOO_OLD);
    const found = await destination.lookUp(message);
    if ('wait' in found) return this.settle(row, this.later(row, found));
    this.steps.reached('looked_up', row.id);
    const begun = await this.noteAttempt(worker, row.id, found.facts);
    if (begun === 'lost') return false;
    if (!begun) return true;
    this.steps.reached('attempt_noted', row.id);
    attemptRecorded();
    const answer = await destination.send(begun.post, begun.message, signal);
    this.steps.reached('answered', row.id);
    await this.record(worker, row.id, answer);
    this.steps.reached('recorded', row.id);
    return true;
  }

  /** @returns null where it isn't sent now; `lost` where another worker has the destination */
  private noteAttempt(
    { destination, token }: Worker,
    id: number,
    facts: unknown,
  ): Promise<{ readonly post: unknown; readonly message: OutboxMessage } | 'lost' | null> {
    return this.database.write(async (tx) => {
      const now = this.clock.now();
      if (!(await this.messages.takeDestination(tx, destination.name, token, now))) return 'lost';
      const row = await this.messages.byId(tx, id);
      const message = row?.status === 'pending' ? messageOf(row) : null;
      if (!row || !message) return null;
      const built = await destination.build(tx, message, facts);
      if ('cancel' in built) {
        await this.change(tx, row, { status: 'cancelled', detail: built.cancel, nextAttemptAt: null });
        return null;
      }
      if ('wait' in built) {
        await this.change(tx, row, this.later(row, built));
        return null;
      }
      const [own, ...further] = built.further ?? [];
      for (const addressees of further) await this.split(tx, { row, message }, addressees);
      const attempts = row.attempts + 1;
      const { accounts, deviceId } = own ? addresseeColumns(own) : row;
      await this.change(tx, row, { status: 'sending', attempts, attemptToken: token, accounts, deviceId });
      return { post: built.post, message: { ...message, attempts } };
    });
  }

  /** A message of its own, as old as this one, for those whom this one is not for. */
  private split(
    tx: WriteTx,
    { row, message }: { readonly row: OutboxRow; readonly message: OutboxMessage },
    { accounts, deviceId }: Addressees,
  ): Promise<void> {
    const { destination } = row;
    const { event, actorId, createdAt, subject } = message;
    const part = { destination, event, actorId, subject, accounts, deviceId: deviceId ?? null, createdAt };
    return this.messages.add(tx, part, this.clock.now());
  }

  /**
   * Records what became of an attempt, unless it was given up meanwhile. A message that was cancelled meanwhile is not tried
   * again; once the destination is another one, the answer says nothing of it.
   */
  private async record(
    { destination, token }: Worker,
    id: number,
    answer: Parameters<typeof afterAttempt>[0],
  ): Promise<void> {
    await this.database.write(async (tx) => {
      const row = await this.messages.byId(tx, id);
      const hasMoved = row?.attemptToken === null;
      if (row?.status !== 'sending' || (!hasMoved && row.attemptToken !== token)) return;
      const after = afterAttempt(answer, row.attempts, destination, this.clock.now());
      const isOver = after.message.status === 'pending' && row.nextAttemptAt === null;
      const cancelled = isOver && ({ status: 'cancelled', detail: row.detail, nextAttemptAt: null } as const);
      await this.change(tx, row, { ...after.message, ...cancelled, attemptToken: null });
      if (!hasMoved) await this.messages.noteState(tx, destination.name, after.destination);
    });
  }

  private isTooOld({ destination: { lifetimeMs } }: Worker, { createdAt, attempts }: OutboxRow): boolean {
    const age = this.clock.now() - createdAt;
    return attempts >= MOST_ATTEMPTS || age > Math.min(lifetimeMs, LONGEST_WAIT_MS);
  }

  private later({ createdAt }: OutboxRow, { wait }: NotYet): Partial<OutboxRow> {
    const now = this.clock.now();
    return { detail: wait, nextAttemptAt: now + nextLook(now - createdAt) };
  }

  private async settle(row: OutboxRow, change: Partial<OutboxRow>): Promise<true> {
    await this.database.write(async (tx) => {
      if ((await this.messages.byId(tx, row.id))?.status === 'pending') await this.change(tx, row, change);
    });
    return true;
  }

  private change(tx: WriteTx, { id }: OutboxRow, change: Partial<OutboxRow>): Promise<void> {
    return this.messages.change(tx, id, { ...change, updatedAt: this.clock.now() });
  }
}

const addresseeColumns = ({ accounts, deviceId }: Addressees): Pick<OutboxRow, 'accounts' | 'deviceId'> => ({
  accounts: JSON.stringify(accounts),
  deviceId: deviceId ?? null,
});

/** Anything else would stop the destination for ever. */
const UNREADABLE = {
  status: 'failed',
  detail: sayNotification('message_damaged'),
  nextAttemptAt: null,
} as const;

const TOO_OLD = {
  status: 'failed',
  detail: sayNotification('message_too_late'),
  nextAttemptAt: null,
} as const;
