import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';

const INSTALLATION_NAME = defineSetting({
  key: 'installation_name',
  schema: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .nullable(),
  fallback: null,
});

/** 8 hex digits. */
const NAME_BYTES = 4;

/**
 * What this installation calls its cookies by: cookies ignore ports, and two servers on one host must not sign each other's
 * people out. Drawn for the first cookie and kept with the database, so that a new key changes nothing. It is no secret.
 */
@Injectable()
export class InstallationNameService {
  /** Once it is stored, it stays as it is. */
  private stored: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly random: Random,
  ) {}

  /** The name; null while no cookie was ever set. */
  async known(): Promise<string | null> {
    this.stored ??= await this.database.read((tx) => this.settings.get(tx, INSTALLATION_NAME));
    return this.stored;
  }

  /** The name, drawn where there is none yet; of two that draw at once, one is kept. */
  async drawn(): Promise<string> {
    const known = await this.known();
    if (known !== null) return known;
    const name = this.random.hex(NAME_BYTES);
    this.stored = await this.database.write(async (tx) => {
      await this.settings.insertOnce(tx, INSTALLATION_NAME, name);
      return this.settings.get(tx, INSTALLATION_NAME);
    });
    return this.stored ?? name;
  }
}
