import { Injectable } from '@nestjs/common';
import { And, In, LessThanOrEqual, MoreThan, Not, type SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { OutboxMessage, OutboxSubject } from './outbox-destination.js';
import { LONGEST_WAIT_MS, OutboxRow, type OutboxStatus, OutboxDestinationRow } from '../message-rows.js';
import { sayNotification } from '../notifications.sentences.js';
import { LeasedRows } from '../../../core/work/leased-rows.js';

export interface NewMessage extends Readonly<Pick<OutboxRow, 'destination' | 'event' | 'actorId'>> {
  readonly subject: OutboxSubject;
  readonly accounts?: readonly number[] | null;
  readonly deviceId?: string | null;
  /** Epoch milliseconds; now where it is left out. */
  readonly createdAt?: number;
  /** Messages of one key are collected for `collectMs` into the first of them. */
  readonly collect?: { readonly key: string; readonly forMs: number };
}

export interface RecentMessage extends Pick<
  OutboxRow,
  'id' | 'event' | 'status' | 'detail' | 'attempts' | 'updatedAt' | 'nextAttemptAt'
> {
  readonly subject: OutboxSubject;
}

/** A message, and the account that has caused it; null for none. */
export type CausedMessage = Pick<OutboxRow, 'id' | 'actorId'>;

interface ActedEvent {
  readonly event: string;
  readonly actorId: number;
}

type Events = readonly string[];

const requestIds = z.array(z.number().int()).optional();
const content = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const SUBJECT = z.object({
  requestIds,
  format: z.string().optional(),
  formats: z.array(z.string()).optional(),
  issueId: z.number().int().optional(),
  userId: z.number().int().optional(),
  instanceId: z.string().optional(),
  content,
});
const ACCOUNTS = z.array(z.number().int());

/** The most requests that one message is about. What is more begins a message of its own. */
const MOST_COLLECTED = 200;

const ROWS_PER_STATEMENT = 500;

/** One worker at a time sends to a destination. An attempt takes a minute at most, so a worker is gone after 90 s. */
export const DESTINATION_LEASES = new LeasedRows(OutboxDestinationRow, 90_000);

export type DestinationState = Pick<OutboxDestinationRow, 'pausedUntil' | 'error'>;

/** The messages, and of each destination who sends to it, and since when it takes nothing. */
@Injectable()
export class OutboxRepository {
  /** Adds a message. One with a key joins the message of this key that is still collected. @param now epoch milliseconds */
  async add(tx: WriteTx, message: NewMessage, now: number): Promise<void> {
    const { collect } = message;
    if (collect && (await this.join(tx, message, collect.key, now))) return;
    await tx.insert(OutboxRow, newRow(message, now));
  }

  /** Adds messages that are not collected, in the order in which they are given. @param now epoch milliseconds */
  async addAll(tx: WriteTx, messages: readonly Omit<NewMessage, 'collect'>[], now: number): Promise<void> {
    for (let start = 0; start < messages.length; start += ROWS_PER_STATEMENT) {
      const some = messages.slice(start, start + ROWS_PER_STATEMENT);
      await tx.insert(
        OutboxRow,
        some.map((message) => newRow(message, now)),
      );
    }
  }

  private async join(tx: WriteTx, message: NewMessage, collectKey: string, now: number): Promise<boolean> {
    const { destination, event } = message;
    const where = { destination, event, collectKey, status: 'pending' as const, attempts: 0 };
    const [open] = await tx.find(OutboxRow, { where, order: { id: 'DESC' }, take: 1 });
    if (!open || open.nextAttemptAt === null || open.nextAttemptAt <= now) return false;
    const subject = subjectOf(open);
    if (!subject) return false;
    const together = [...new Set([...(subject.requestIds ?? []), ...(message.subject.requestIds ?? [])])];
    if (together.length > MOST_COLLECTED) return false;
    const formats = [...new Set([...(subject.formats ?? []), ...(message.subject.formats ?? [])])];
    const joint = { ...subject, requestIds: together, ...(formats.length > 0 && { formats }) };
    await tx.update(OutboxRow, { id: open.id }, { subject: JSON.stringify(joint), updatedAt: now });
    return true;
  }

  /** The destinations with a message whose time has come, or with one that is being sent, since its worker may be gone. */
  async destinationsDue(tx: ReadTx, now: number): Promise<readonly string[]> {
    const rows = await whatIsDue(tx, now)
      .orWhere(`message.status = 'sending'`)
      .select('message.destination', 'destination')
      .distinct(true)
      .getRawMany<{ readonly destination: string }>();
    return rows.map(({ destination }) => destination);
  }

  /** Of each account the oldest whose time has come, oldest first. @param inFlight those that are being sent already */
  dueOfEach(
    tx: ReadTx,
    destination: string,
    now: number,
    inFlight: readonly number[] = [],
  ): Promise<readonly CausedMessage[]> {
    const due = whatIsDue(tx, now).andWhere('message.destination = :destination', { destination });
    if (inFlight.length > 0) due.andWhere('message.id NOT IN (:...inFlight)', { inFlight });
    return due
      .select('message.actor_id', 'actorId')
      .addSelect('MIN(message.id)', 'id')
      .groupBy('message.actor_id')
      .orderBy('MIN(message.id)', 'ASC')
      .getRawMany<CausedMessage>();
  }

  byId(tx: ReadTx, id: number): Promise<OutboxRow | null> {
    return tx.findOneBy(OutboxRow, { id });
  }

  async change(tx: WriteTx, id: number, change: Partial<Omit<OutboxRow, 'id'>>): Promise<void> {
    await tx.update(OutboxRow, { id }, change);
  }

  async renew(tx: WriteTx, id: number, now: number): Promise<void> {
    const began = { status: 'pending' as const, detail: RENEWED, attempts: 0, remoteId: '', attemptToken: null };
    await tx.update(OutboxRow, { id }, { ...began, createdAt: now, updatedAt: now, nextAttemptAt: now });
  }

  /**
   * Ends messages of a destination that wait to be sent. What is being sent goes out, and is not tried again.
   * @param events left out for all messages, since the destination is another one now: what the one before still answers is not noted of it
   */
  async cancel(tx: WriteTx, destination: string, detail: Sentence, now: number, events?: Events): Promise<void> {
    if (events?.length === 0) return;
    const where = { destination, ...(events && { event: In([...events]) }) };
    const ended = { status: 'cancelled' as const, detail, nextAttemptAt: null, updatedAt: now };
    await tx.update(OutboxRow, { ...where, status: 'pending' }, ended);
    const lastAttempt = { detail, nextAttemptAt: null, ...(!events && { attemptToken: null }) };
    await tx.update(OutboxRow, { ...where, status: 'sending' }, lastAttempt);
  }

  /** What somebody was sending who is gone: it is sent again, or nobody will ever know. */
  async endLeftBehind(tx: WriteTx, destination: string, mayRepeat: boolean, now: number): Promise<void> {
    const where = { destination, status: 'sending' as const };
    const left = mayRepeat
      ? { status: 'pending' as const, nextAttemptAt: now }
      : { status: 'unconfirmed' as const, detail: LEFT_BEHIND, nextAttemptAt: null };
    await tx.update(OutboxRow, where, { ...left, attemptToken: null, updatedAt: now });
  }

  /** Those with a message made after `since` and not later than `now`, that didn't fail and wasn't cancelled. */
  async destinationsTold(tx: ReadTx, act: ActedEvent, since: number, now: number): Promise<readonly string[]> {
    const madeAt = And(MoreThan(since), LessThanOrEqual(now));
    // A message is never changed before it is made: by that the index finds the few that may be young enough.
    const where = { ...act, createdAt: madeAt, updatedAt: MoreThan(since), status: Not(In(['failed', 'cancelled'])) };
    return (await tx.find(OutboxRow, { where, select: { destination: true } })).map(({ destination }) => destination);
  }

  async recent(tx: ReadTx, destination: string, limit: number): Promise<readonly RecentMessage[]> {
    const rows = await tx.find(OutboxRow, { where: { destination }, order: { id: 'DESC' }, take: limit });
    return rows.map((row) => ({ ...row, subject: subjectOf(row) ?? {} }));
  }

  async removeDestination(tx: WriteTx, name: string): Promise<void> {
    await tx.delete(OutboxRow, { destination: name });
    await tx.delete(OutboxDestinationRow, { name });
  }

  /** Deletes messages that have ended before `before`. @returns whether more may be left */
  async purge(tx: WriteTx, before: number, limit: number): Promise<boolean> {
    const rows = await tx
      .createQueryBuilder(OutboxRow, 'message')
      .select('message.id')
      .where('message.updated_at < :before AND message.status IN (:...ended)', { before, ended: ENDED })
      .orderBy('message.updated_at', 'ASC')
      .limit(limit)
      .getMany();
    if (rows.length > 0) await tx.delete(OutboxRow, { id: In(rows.map(({ id }) => id)) });
    return rows.length === limit;
  }

  /** What is known of it; a destination that nothing was ever sent to takes everything. */
  async stateOf(tx: ReadTx, name: string): Promise<DestinationState> {
    return (await tx.findOneBy(OutboxDestinationRow, { name })) ?? { pausedUntil: null, error: null };
  }

  /** Takes the destination for a worker, or extends its lease. False while another worker has it. */
  takeDestination(tx: WriteTx, name: string, token: string, now: number): Promise<boolean> {
    return DESTINATION_LEASES.take(tx, { where: { name }, token }, now, { name, error: null, pausedUntil: null });
  }

  releaseDestination(tx: WriteTx, name: string, token: string): Promise<void> {
    return DESTINATION_LEASES.release(tx, { where: { name }, token });
  }

  async noteState(tx: WriteTx, name: string, state: Partial<DestinationState>): Promise<void> {
    if (Object.keys(state).length > 0) await tx.update(OutboxDestinationRow, { name }, state);
  }
}

const newRow = (
  { destination, event, actorId, subject, accounts = null, deviceId = null, createdAt, collect }: NewMessage,
  now: number,
): Omit<OutboxRow, 'id'> => ({
  destination,
  event,
  actorId,
  subject: JSON.stringify(subject),
  accounts: accounts === null ? null : JSON.stringify(accounts),
  deviceId,
  collectKey: collect?.key ?? null,
  status: 'pending',
  detail: null,
  attempts: 0,
  createdAt: createdAt ?? now,
  updatedAt: now,
  nextAttemptAt: now + (collect?.forMs ?? 0),
  attemptToken: null,
  remoteId: '',
});

const ENDED: readonly OutboxStatus[] = ['sent', 'failed', 'unconfirmed', 'cancelled'];

const RENEWED = sayNotification('message_sent_again');
const LEFT_BEHIND = sayNotification('message_left_behind');

/** A message is due at its time; also where its time is further ahead than any wait, since the clock was set back then. */
function whatIsDue(tx: ReadTx, now: number): SelectQueryBuilder<OutboxRow> {
  return tx
    .createQueryBuilder(OutboxRow, 'message')
    .where(`message.status = 'pending'`)
    .andWhere('(message.next_attempt_at <= :now OR message.next_attempt_at > :latest)', {
      now,
      latest: now + LONGEST_WAIT_MS,
    });
}

/** Null for what this server has not written, such as a damaged row. */
const subjectOf = ({ subject }: Pick<OutboxRow, 'subject'>): OutboxSubject | null => read(SUBJECT, subject);

/** A row, as destinations know it; null for one that can't be read. */
export function messageOf(row: OutboxRow): OutboxMessage | null {
  const { id, event, actorId, deviceId, attempts, createdAt } = row;
  const subject = subjectOf(row);
  const accounts = row.accounts === null ? null : (read(ACCOUNTS, row.accounts) ?? undefined);
  if (subject === null || accounts === undefined) return null;
  return { id, event, actorId, deviceId, attempts, createdAt, accounts, subject };
}

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Is a destination left alone? A pause further ahead than any wait was made before the clock was set back. */
export function isPaused({ pausedUntil }: Pick<DestinationState, 'pausedUntil'>, now: number): boolean {
  return pausedUntil !== null && pausedUntil > now && pausedUntil <= now + LONGEST_WAIT_MS;
}
