import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../core/database/database.js';
import { Secret } from '../../core/secrets/secret.js';
import { SecretBox } from '../../core/secrets/secret-box.js';
import { defineSetting, SettingsStore } from '../../modules/settings/settings.public.js';

const CANARY = defineSetting<string>({ key: 'encryption_canary', schema: z.string(), fallback: '' });
const PLACE = { table: 'settings', column: 'value', row: CANARY.key };
const SEALED_WORD = Secret.of('usher');

/**
 * Does the key at hand belong to this database? A sealed word proves it: without the proof, the first sign of a wrong
 * key would be a library that nobody can reach. Source: doc 3 section 9.3.
 */
@Injectable()
export class EncryptionCanary {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsStore,
    private readonly box: SecretBox,
  ) {}

  /**
   * Seals the word into a new database, or opens it in a known one.
   *
   * @throws Error when the key is another than the one that sealed it: the start stops
   */
  async prove(): Promise<void> {
    if ((await this.stored()) === CANARY.fallback) {
      const sealed = this.box.seal(SEALED_WORD, PLACE);
      await this.database.write((tx) => this.settings.insertOnce(tx, CANARY, sealed));
    }
    if (!(await this.opens()))
      throw new Error('SECRET_KEY does not belong to this database: restore the key that DATA_DIR was set up with');
  }

  /** True when the key opens the word. */
  async opens(): Promise<boolean> {
    const sealed = await this.stored();
    try {
      return this.box.open(sealed, PLACE).equals(SEALED_WORD);
    } catch {
      return false;
    }
  }

  private stored(): Promise<string> {
    return this.database.read((tx) => this.settings.get(tx, CANARY));
  }
}
