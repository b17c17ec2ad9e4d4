import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { z, type ZodType } from 'zod';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import {
  type NotificationEvent,
  changedEvents,
  eventChoices,
  NO_EVENTS,
  type EventChoices,
} from '../events/notification-event.js';
import { ChatPreferenceRow } from '../settings-rows.js';

export interface ChatPreferences {
  readonly enabled: boolean;
  /** Its ids at the chat service, as somebody has typed them: ten at most, each once. */
  readonly chatIds: readonly string[];
  readonly events: EventChoices;
}

const UNCHOSEN: ChatPreferences = { enabled: false, chatIds: [], events: NO_EVENTS };

const CHAT_IDS = z.array(z.string());
const EVENTS = eventChoices(NO_EVENTS);

@Injectable()
export class ChatPreferencesRepository {
  /** @throws StorageError 503 `corrupt` for a row that can't be read */
  async of(tx: ReadTx, userId: number): Promise<ChatPreferences> {
    const row = await tx.findOneBy(ChatPreferenceRow, { userId });
    return row ? preferencesOf(row) : UNCHOSEN;
  }

  /** Those of these accounts that are switched on, by account. What can't be read mentions nobody, and is left out. */
  async enabledOf(tx: ReadTx, userIds: readonly number[]): Promise<ReadonlyMap<number, ChatPreferences>> {
    const rows = await tx.findBy(ChatPreferenceRow, { userId: In([...userIds]), enabled: true });
    const readable = rows.map((row) => [row.userId, readablePreferences(row)] as const);
    return new Map(readable.flatMap(([userId, one]) => (one ? [[userId, one]] : [])));
  }

  async set(tx: WriteTx, userId: number, { enabled, chatIds, events }: ChatPreferences): Promise<void> {
    const row = { userId, enabled, chatIds: JSON.stringify(chatIds), events: JSON.stringify(events) };
    await tx.upsert(ChatPreferenceRow, row, ['userId']);
  }

  /** Leaves none but these events chosen. What can't be read is forgotten: it holds nobody up. */
  async restrict(tx: WriteTx, userId: number, allowed: readonly NotificationEvent[]): Promise<void> {
    const row = await tx.findOneBy(ChatPreferenceRow, { userId });
    if (!row) return;
    const stored = readablePreferences(row);
    if (!stored) return this.remove(tx, userId);
    const left = Object.fromEntries(allowed.map((event) => [event, stored.events[event]]));
    await this.set(tx, userId, { ...stored, events: changedEvents(NO_EVENTS, left) });
  }

  async remove(tx: WriteTx, userId: number): Promise<void> {
    await tx.delete(ChatPreferenceRow, { userId });
  }
}

const preferencesOf = ({ enabled, chatIds, events }: ChatPreferenceRow): ChatPreferences => ({
  enabled,
  chatIds: read(chatIds, CHAT_IDS),
  events: read(events, EVENTS),
});

function readablePreferences(row: ChatPreferenceRow): ChatPreferences | null {
  try {
    return preferencesOf(row);
  } catch {
    return null;
  }
}

function read<T>(text: string, schema: ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StorageError('corrupt', new Error('stored preferences of the chat can not be read', { cause }));
  }
}
