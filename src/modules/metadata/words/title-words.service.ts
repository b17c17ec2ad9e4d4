import { Injectable } from '@nestjs/common';
import { keptBytesOf, ProviderMemory } from '../../../core/cache/byte-pool.js';
import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { isUnreadableAnswer, UpstreamError } from '../../../core/errors/upstream-error.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Share } from '../../../core/shares/fair-line.js';
import { Clock } from '../../../core/time/clock.js';
import { within } from '../../../core/time/waiting.js';
import { MetadataProviderService } from '../provider/metadata-provider.service.js';
import type { TitleKind } from '../provider/title-summary.js';
import { type TitleWords, type WordLanguage, type Words, wordsOf } from './title-words.js';

const MINUTE_MS = 60_000;
const TTL_MS = 24 * 60 * MINUTE_MS;
/** The provider may add an unknown title at any time. */
const ABSENCE_TTL_MS = 5 * MINUTE_MS;
const MAX_TITLES = 20_000;

/** In the whole server: details and lists, which people wait for, need most of what the provider answers in a second. */
const AT_ONCE = 4;
const MAX_WAITING = 500;
/** How long a call waits for what isn't known yet. */
const PATIENCE_MS = 1_500;
/** How long nothing is asked after the provider failed: else each title of a page would try by itself. */
const REST_MS = 10_000;

/** What every other route answers already. */
const ENGLISH: WordLanguage = 'en';

/** A film or series by the provider's id. */
export interface TitleId {
  readonly kind: TitleKind;
  readonly tmdbId: number;
}

export interface WordedTitles {
  /** Those of which the words are known, in the order of asking. */
  readonly titles: readonly (TitleId & Words)[];
  /** False while there are titles that the provider hasn't answered about. */
  readonly isComplete: boolean;
}

/**
 * Titles and overviews in the languages of the web app. One call for a title brings all languages; four are under way at once in the whole
 * server. Words are kept for a day, absences for five minutes.
 */
@Injectable()
export class TitleWordsService {
  private readonly titles: TtlCache<string, TitleWords>;
  private readonly absences: TtlCache<string, true>;
  private readonly lookups = new SingleFlight<string, TitleWords | null>();
  private readonly few = new FewAtATime(AT_ONCE, MAX_WAITING);
  private rest: { readonly until: number; readonly fault: AppError } | null = null;

  constructor(
    private readonly provider: MetadataProviderService,
    memory: ProviderMemory,
    private readonly clock: Clock,
    meter: Meter,
  ) {
    const kept = { clock, maxEntries: MAX_TITLES, pool: memory };
    this.titles = new TtlCache({
      ...kept,
      ttlMs: TTL_MS,
      sizeOf: (words) => keptBytesOf(JSON.stringify(words)),
      meter: meter.cache('metadata.title-words'),
    });
    const absences = meter.cache('metadata.absent-title-words');
    this.absences = new TtlCache({ ...kept, ttlMs: ABSENCE_TTL_MS, sizeOf: () => 0, meter: absences });
    provider.onKeyChanged(() => this.clear());
  }

  /**
   * What is known, and what the provider answers within 1.5 seconds. What takes longer goes on without the caller and is there at a later
   * call. For English nothing is asked.
   * @throws AppError 502 and 503 as {@link MetadataProviderService.ask}, 503 where too many wait, but only where nothing is known at all
   */
  async of(asked: readonly TitleId[], language: WordLanguage, share: Share): Promise<WordedTitles> {
    const words = new Map(asked.map((title) => [title, this.inMemory(title)] as const));
    const faults: AppError[] = [];
    const lookUp = async (title: TitleId): Promise<void> => {
      try {
        words.set(title, await this.lookUp(title, share));
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault;
        faults.push(fault);
      }
    };
    const unknown = language === ENGLISH ? [] : asked.filter((title) => words.get(title) === undefined);
    if (unknown.length > 0) await within(this.clock, PATIENCE_MS, Promise.all(unknown.map(lookUp)));

    const titles = asked.flatMap((title) => {
      const found = words.get(title);
      return found ? [{ ...title, ...found[language] }] : [];
    });
    const [fault] = faults;
    if (fault && titles.length === 0) throw fault;
    return { titles, isComplete: unknown.every((title) => words.get(title) !== undefined) };
  }

  /** Null where the provider affirms that there is no such title, undefined where it has to be asked. */
  private inMemory(title: TitleId): TitleWords | null | undefined {
    const key = keyOf(title);
    return this.titles.get(key) ?? (this.absences.get(key) ? null : undefined);
  }

  private lookUp(title: TitleId, share: Share): Promise<TitleWords | null> {
    return this.lookups.run(keyOf(title), (isCurrent) => this.few.run(() => this.ask(title, isCurrent), share));
  }

  private async ask(title: TitleId, isCurrent: () => boolean): Promise<TitleWords | null> {
    if (this.rest && this.clock.monotonic() < this.rest.until) throw this.rest.fault;
    try {
      const found = await this.provider.ask((client) => client.titleWords(title.kind, title.tmdbId));
      const words = found && wordsOf(found);
      if (isCurrent()) this.keep(title, words);
      return words;
    } catch (fault) {
      if (isCurrent() && isOutOfOrder(fault)) this.rest = { until: this.clock.monotonic() + REST_MS, fault };
      throw fault;
    }
  }

  private keep(title: TitleId, words: TitleWords | null): void {
    if (words) this.titles.set(keyOf(title), words);
    else this.absences.set(keyOf(title), true);
  }

  /** A call under way still answers those who wait for it. */
  private clear(): void {
    this.lookups.forgetAll();
    this.titles.clear();
    this.absences.clear();
    this.rest = null;
  }
}

const keyOf = ({ kind, tmdbId }: TitleId): string => `${kind} ${tmdbId}`;

/** Would the provider fail for the next title, too? An answer that can't be read is about one. */
function isOutOfOrder(fault: unknown): fault is AppError {
  return fault instanceof AppError && fault.cause instanceof UpstreamError && !isUnreadableAnswer(fault.cause);
}
