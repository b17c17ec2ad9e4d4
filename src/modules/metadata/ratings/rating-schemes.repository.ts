import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';
import type { TitleKind } from '../provider/title-summary.js';
import type { RatingSchemes } from './rating-scheme.js';

/** The provider's schemes at a moment. */
export interface SchemesCopy {
  readonly schemes: RatingSchemes;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

const rating = z.object({ certification: z.string(), meaning: z.string(), order: z.number().int().nonnegative() });
const copy = z.object({ fetchedAt: z.number(), regions: z.array(z.tuple([z.string(), z.array(rating).nullable()])) });

type Kept = [string, z.infer<typeof rating>[] | null];

const SETTINGS = {
  movie: defineSetting({ key: 'rating_schemes_movie', schema: copy.nullable(), fallback: null }),
  tv: defineSetting({ key: 'rating_schemes_tv', schema: copy.nullable(), fallback: null }),
} as const;

/**
 * Stores the last good copy of the provider's rating schemes over restarts, so that the limits of a kids account can be
 * ranked while the provider can't be reached. Neither method fails: without a copy there is still the provider.
 */
@Injectable()
export class RatingSchemesRepository {
  constructor(
    private readonly database: Database,
    private readonly store: SettingsRepository,
    @InjectLog() private readonly log: Log,
  ) {}

  /** The copy; null when there is none, undefined when it can't be read now. */
  async load(kind: TitleKind): Promise<SchemesCopy | null | undefined> {
    try {
      const kept = await this.database.read((tx) => this.store.get(tx, SETTINGS[kind]));
      return kept && { fetchedAt: kept.fetchedAt, schemes: new Map(kept.regions) };
    } catch (error) {
      this.log.warn('kept rating schemes can not be read', { kind, error });
      return undefined;
    }
  }

  async keep(kind: TitleKind, { schemes, fetchedAt }: SchemesCopy): Promise<void> {
    const regions = [...schemes].map(([region, ratings]): Kept => [region, ratings && [...ratings]]);
    try {
      await this.database.write((tx) => this.store.set(tx, SETTINGS[kind], { fetchedAt, regions }));
    } catch (error) {
      this.log.warn('rating schemes could not be kept', { kind, error });
    }
  }
}
