import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { Random } from '../../../core/time/random.js';
import { defineSetting, KeptIdentifier, SettingsRepository } from '../../settings/settings.public.js';

const DEVICE_ID = defineSetting({ key: 'video_device_id', schema: z.string(), fallback: '' });

/**
 * By which device video servers know this server. They keep one session for each device and account, so it is made once, kept,
 * and nobody else's.
 */
@Injectable()
export class VideoDeviceIdService {
  private readonly kept: KeptIdentifier;

  constructor(database: Database, store: SettingsRepository, random: Random) {
    this.kept = new KeptIdentifier(DEVICE_ID, { database, store, random });
  }

  /** Not inside a transaction. */
  current(): Promise<string> {
    return this.kept.current();
  }
}
