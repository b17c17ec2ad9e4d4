import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { AppError } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { BUILT_IN_SCHEMES, type KnownSchemes, type RatingSchemes, readSchemes } from './rating-scheme.js';
import { z } from 'zod';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { defineSetting, SettingsRepository } from '../../settings/settings.public.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FRESH_MS = DAY_MS;
const LAST_GOOD_MS = 30 * DAY_MS;
/** So that not every caller waits for a failing provider. */
const PAUSE_MS = MINUTE_MS;

interface SchemesCopy {
  readonly schemes: RatingSchemes;
  readonly fetchedAt: number;
}

const rating = z.object({ certification: z.string(), meaning: z.string(), order: z.number().int().nonnegative() });
const copy = z.object({ fetchedAt: z.number(), regions: z.array(z.tuple([z.string(), z.array(rating).nullable()])) });

type Kept = [string, z.infer<typeof rating>[] | null];

const SETTINGS = {
  movie: defineSetting({ key: 'rating_schemes_movie', schema: copy.nullable(), fallback: null }),
  tv: defineSetting({ key: 'rating_schemes_tv', schema: copy.nullable(), fallback: null }),
} as const;

/** Finds the ratings of each country and their order. */
@Injectable()
export class RatingListsService {
  private readonly copies = new Map<TitleKind, SchemesCopy | null>();
  private readonly failedAt = new Map<TitleKind, number>();
  private readonly flights = new SingleFlight<TitleKind, KnownSchemes>();

  constructor(
    private readonly provider: MetadataProviderService,
    private readonly database: Database,
    private readonly store: SettingsRepository,
    @InjectLog() private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  /**
   * The provider's schemes of the last 24 hours, else its last ones within 30 days, else the built-in one. Never fails. Not inside a
   * transaction.
   */
  async known(kind: TitleKind): Promise<KnownSchemes> {
    const copy = this.copies.get(kind);
    if (copy && this.isWithin(copy, FRESH_MS)) return { schemes: copy.schemes, source: 'provider' };
    return this.flights.run(kind, () => this.renew(kind));
  }

  private async renew(kind: TitleKind): Promise<KnownSchemes> {
    if (!this.copies.has(kind)) {
      const loaded = await this.load(kind);
      if (loaded !== undefined) this.copies.set(kind, loaded);
    }
    const copy = this.copies.get(kind) ?? null;
    if (copy && this.isWithin(copy, FRESH_MS)) return { schemes: copy.schemes, source: 'provider' };
    const fetched = this.isPausing(kind) ? null : await this.fetch(kind);
    if (fetched) return { schemes: fetched.schemes, source: 'provider' };
    if (copy && this.isWithin(copy, LAST_GOOD_MS)) return { schemes: copy.schemes, source: 'kept' };
    return { schemes: BUILT_IN_SCHEMES[kind], source: 'built_in' };
  }

  private async fetch(kind: TitleKind): Promise<SchemesCopy | null> {
    try {
      const schemes = readSchemes(await this.provider.ask((client) => client.certifications(kind)));
      if (!this.isUsable(schemes, kind)) return this.startPause(kind);
      const copy = { schemes, fetchedAt: this.clock.now() };
      this.copies.set(kind, copy);
      this.failedAt.delete(kind);
      await this.keep(kind, copy);
      return copy;
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      // A missing key costs no call, and must not delay the first call after a key has been stored.
      return fault.status === 502 ? this.startPause(kind) : null;
    }
  }

  /** Has it a scheme at all, and takes it none of the last good copy away? A country that can't be read is better known from before. */
  private isUsable(schemes: RatingSchemes, kind: TitleKind): boolean {
    const copy = this.copies.get(kind);
    const before = copy && this.isWithin(copy, LAST_GOOD_MS) ? copy.schemes : null;
    const read = [...schemes];
    return read.some(([, one]) => one !== null) && read.every(([region, one]) => one !== null || !before?.get(region));
  }

  private startPause(kind: TitleKind): null {
    this.failedAt.set(kind, this.clock.monotonic());
    return null;
  }

  private isPausing(kind: TitleKind): boolean {
    const failedAt = this.failedAt.get(kind);
    return failedAt !== undefined && this.clock.monotonic() - failedAt < PAUSE_MS;
  }

  /** False after the clock was set back, because the age is unknown then. */
  private isWithin({ fetchedAt }: SchemesCopy, ms: number): boolean {
    const age = this.clock.now() - fetchedAt;
    return age >= 0 && age < ms;
  }

  /** Null when there is none, undefined when it can't be read now. */
  private async load(kind: TitleKind): Promise<SchemesCopy | null | undefined> {
    try {
      const kept = await this.database.read((tx) => this.store.get(tx, SETTINGS[kind]));
      return kept && { fetchedAt: kept.fetchedAt, schemes: new Map(kept.regions) };
    } catch (error) {
      this.log.warn('kept rating schemes can not be read', { kind, error });
      return undefined;
    }
  }

  /** Stores the copy over restarts. A failure is logged: without a copy there is still the provider. */
  private async keep(kind: TitleKind, { schemes, fetchedAt }: SchemesCopy): Promise<void> {
    const regions = [...schemes].map(([region, ratings]): Kept => [region, ratings && [...ratings]]);
    try {
      await this.database.write((tx) => this.store.set(tx, SETTINGS[kind], { fetchedAt, regions }));
    } catch (error) {
      this.log.warn('rating schemes could not be kept', { kind, error });
    }
  }
}
