import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import {
  FEATURED_SOURCES,
  type DiscoveryPreferences,
  type HiddenWhenUnconfigured,
  type RowDecision,
} from './discovery-choices.js';

interface StoredPreferences {
  readonly row: RowDecision | null;
  readonly hiddenWhenUnconfigured: HiddenWhenUnconfigured;
}

const PREFERENCES = defineSetting<StoredPreferences>({
  key: 'discovery_preferences',
  schema: z.object({
    row: z.object({ source: z.enum(FEATURED_SOURCES), englishOnly: z.boolean() }).nullable(),
    hiddenWhenUnconfigured: z.object({ movie: z.boolean(), tv: z.boolean(), book: z.boolean(), music: z.boolean() }),
  }),
  fallback: { row: null, hiddenWhenUnconfigured: { movie: false, tv: false, book: false, music: false } },
});

/** Every reading throws AppError 503 for a stored choice that can't be read: a default could show what is to be hidden. */
@Injectable()
export class DiscoveryPreferencesService {
  private readonly kept: CachedReading<DiscoveryPreferences>;

  constructor(
    database: Database,
    private readonly store: SettingsRepository,
  ) {
    this.kept = new CachedReading(database, () => database.readOne((tx) => this.in(tx)));
  }

  /** What holds at this moment, without a statement while nothing has been written. Not inside a transaction. */
  read(): Promise<DiscoveryPreferences> {
    return this.kept.get();
  }

  async in(tx: ReadTx): Promise<DiscoveryPreferences> {
    const { row, hiddenWhenUnconfigured } = await this.store.get(tx, PREFERENCES);
    return { source: row?.source ?? null, englishOnly: row?.englishOnly ?? true, hiddenWhenUnconfigured };
  }

  async decideRow(tx: WriteTx, row: RowDecision): Promise<void> {
    await this.store.set(tx, PREFERENCES, { ...(await this.store.get(tx, PREFERENCES)), row });
  }

  async hide(tx: WriteTx, choices: Partial<HiddenWhenUnconfigured>): Promise<void> {
    const stored = await this.store.get(tx, PREFERENCES);
    const hiddenWhenUnconfigured = { ...stored.hiddenWhenUnconfigured, ...choices };
    await this.store.set(tx, PREFERENCES, { ...stored, hiddenWhenUnconfigured });
  }
}
