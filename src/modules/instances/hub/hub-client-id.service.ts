import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';

const CLIENT_ID = defineSetting({ key: 'hub_client_id', schema: z.string(), fallback: '' });

/** The client identifier that this server sends to the hub: made once, and kept. */
@Injectable()
export class HubClientIdService {
  /** It never changes, so that it is read once. */
  private known: string | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly random: Random,
  ) {}

  /** The client identifier of this server. Not inside a transaction. */
  async current(): Promise<string> {
    this.known ??= (await this.database.read((tx) => this.store.get(tx, CLIENT_ID))) || (await this.make());
    return this.known;
  }

  /** Of two that are made at once the first stays. */
  private make(): Promise<string> {
    return this.database.write(async (tx) => {
      await this.store.insertOnce(tx, CLIENT_ID, this.random.uuid());
      return this.store.get(tx, CLIENT_ID);
    });
  }
}
