import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ReadTx, WriteTx } from '../../core/database/database.js';
import type { Secret } from '../../core/secrets/secret.js';
import { type DeclaredLocation, SecretBox } from '../../core/secrets/secret-box.js';
import { SETTING_VALUE } from './sealed-columns.js';
import { defineSetting, type Setting, SettingsRepository } from './settings.repository.js';

/** A stored setting whose value nobody may see: it is sealed where it lies. */
export interface SecretSetting {
  readonly sealed: Setting<string>;
}

/** Declares a secret setting. As with {@link defineSetting}, the module that owns its meaning declares it. */
export function defineSecretSetting(key: string): SecretSetting {
  return { sealed: defineSetting({ key, schema: z.string(), fallback: '' }) };
}

/** Keeps secrets among the stored settings, each sealed for its own row. */
@Injectable()
export class SecretSettingsRepository {
  constructor(
    private readonly store: SettingsRepository,
    private readonly box: SecretBox,
  ) {}

  /** Is a secret stored? It is not opened for that, so the answer doesn't depend on the key at hand. */
  async isStored(tx: ReadTx, { sealed }: SecretSetting): Promise<boolean> {
    return (await this.store.get(tx, sealed)) !== '';
  }

  /** The stored secret, or null when there is none. @throws SecretUnreadable 503 when it can't be opened */
  async get(tx: ReadTx, { sealed }: SecretSetting): Promise<Secret | null> {
    const text = await this.store.get(tx, sealed);
    return text === '' ? null : this.box.open(text, placeOf(sealed));
  }

  /** Stores the secret, in place of any earlier one. */
  async set(tx: WriteTx, { sealed }: SecretSetting, secret: Secret): Promise<void> {
    await this.store.set(tx, sealed, this.box.seal(secret, placeOf(sealed)));
  }

  async remove(tx: WriteTx, { sealed }: SecretSetting): Promise<void> {
    await this.store.remove(tx, sealed);
  }
}

const placeOf = ({ key }: Setting<string>): DeclaredLocation => SETTING_VALUE.at(key);
