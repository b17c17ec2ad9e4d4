import type { ZodType } from 'zod';
import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { findRow } from '../../core/database/sql-rows.js';
import { temporarilyUnavailable } from '../../core/errors/app-error.js';
import { SettingRow } from './setting.entity.js';

/** What a stored setting is called, what it may hold, and what holds while nobody has stored it. */
export interface Setting<T> {
  readonly key: string;
  readonly schema: ZodType<T>;
  readonly fallback: T;
}

/** Declares a setting. The module that owns its meaning declares it; nobody else reads or writes it. */
export function defineSetting<T>(setting: Setting<T>): Setting<T> {
  return Object.freeze(setting);
}

/** Stored settings, as JSON text. A value that its schema refuses is 503: falling back to the default could widen what somebody may do. */
@Injectable()
export class SettingsRepository {
  /** The stored value, or the setting's fallback. @throws AppError 503 when it cannot be read as this setting */
  async get<T>(tx: ReadTx, setting: Setting<T>): Promise<T> {
    const row = await findRow(tx, SettingRow, { key: setting.key });
    return row ? parse(row.value, setting) : setting.fallback;
  }

  async set<T>(tx: WriteTx, setting: Setting<T>, value: T): Promise<void> {
    await tx.upsert(SettingRow, { key: setting.key, value: JSON.stringify(value) }, ['key']);
  }

  /** Forgets the value: the setting's fallback holds again. */
  async remove<T>(tx: WriteTx, setting: Setting<T>): Promise<void> {
    await tx.delete(SettingRow, { key: setting.key });
  }

  /** Stores the value only when nothing is stored yet. Answers whether it did. */
  async insertOnce<T>(tx: WriteTx, setting: Setting<T>, value: T): Promise<boolean> {
    if (await tx.existsBy(SettingRow, { key: setting.key })) return false;
    await tx.insert(SettingRow, { key: setting.key, value: JSON.stringify(value) });
    return true;
  }
}

function parse<T>(text: string, setting: Setting<T>): T {
  try {
    return setting.schema.parse(JSON.parse(text));
  } catch (cause) {
    throw temporarilyUnavailable(new Error(`stored setting ${setting.key} is unreadable`, { cause }));
  }
}
