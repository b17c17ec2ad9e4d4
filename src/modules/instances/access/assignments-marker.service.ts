import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../../../core/database/database.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';

const MIGRATED = defineSetting({ key: 'instance_assignments_migrated', schema: z.boolean(), fallback: false });

/**
 * Marks, once, that every assignment of this database was made by a person: nothing is to be taken over from a time in
 * which access was inherited, now or by any later version. Source: doc 1 routing rule 6; doc 3, decision on it.
 */
@Injectable()
export class AssignmentsMarkerService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    if (await this.database.read((tx) => this.settings.get(tx, MIGRATED))) return;
    await this.database.write((tx) => this.settings.set(tx, MIGRATED, true));
  }
}
