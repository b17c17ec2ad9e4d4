import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, KeptIdentifier, SettingsRepository } from '../../settings/settings.public.js';

const CLIENT_ID = defineSetting({ key: 'hub_client_id', schema: z.string(), fallback: '' });

/** The client identifier that this server sends to the hub: made once, and kept. */
@Injectable()
export class HubClientIdService {
  private readonly kept: KeptIdentifier;

  constructor(database: Database, store: SettingsRepository, random: Random) {
    this.kept = new KeptIdentifier(CLIENT_ID, { database, store, random });
  }

  /** The client identifier of this server. Not inside a transaction. */
  current(): Promise<string> {
    return this.kept.current();
  }
}
