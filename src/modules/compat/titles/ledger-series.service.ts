import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import {
  type SeriesDigestEntry,
  type SeriesJudgement,
  SeriesLibraryService,
  type SeriesSnapshot,
} from '../../library/library.public.js';
import { ListTries, type UnsettledSeries } from './list-tries.js';
import { LibraryListService } from './library-list.service.js';
import { readSnapshots } from './read-snapshots.js';
import { SeenEntries } from './seen-entries.js';
import { type SeriesAnswer, seriesState, type TitleHoldings, type TitleState } from './title-state.js';

/**
 * So many lists are asked for at once, so that a call that wants one doesn't wait behind a call that wants hundreds.
 */
const PART = 32;

/** By so much the two clocks may drift apart between two readings without one having been set. */
const MOST_DRIFT_MS = 1_000;

/** A library with its series. */
interface Library {
  readonly id: string;
  readonly snapshot: SeriesSnapshot;
}

interface Judged {
  readonly state: TitleState;
  /** From when on time alone may have made another of it, in epoch milliseconds; infinite for never. */
  readonly until: number;
  /** By library, where its list of episodes decides and isn't in memory. */
  readonly unsettled: readonly UnsettledSeries[];
}

/** Reports to a ledger what the series libraries hold right now. */
@Injectable()
export class LedgerSeriesService {
  private readonly seen = new SeenEntries<SeriesDigestEntry | null>();
  /** Series that were reported without the lists of episodes that decide. */
  private readonly waiting = new Set<number>();
  /** When to judge reported series again though nothing moved. */
  private readonly dueAt = new Map<number, number>();
  private nextDueAt = Infinity;
  /** What the time of day was when the process's own clock began: another one as soon as the time of day is set. */
  private clockBegan: number;

  constructor(
    private readonly libraries: LibraryListService,
    private readonly series: SeriesLibraryService,
    private readonly clock: Clock,
  ) {
    this.clockBegan = clock.now() - clock.monotonic();
  }

  /**
   * The series of all libraries, each at most 120 seconds old.
   *
   * @throws AppError 503 when a library can't be read
   */
  async snapshots(): Promise<readonly Library[]> {
    const ids = await this.libraries.of('tv');
    const snapshots = await readSnapshots(ids, async (id) => {
      const snapshot = await this.series.snapshot(id);
      return snapshot && { id, snapshot };
    });
    return snapshots;
  }

  /**
   * Reports what has moved, was asked for since, or has changed with time, and nothing else. Reads nothing.
   *
   * @param about the series that the caller's answer depends on; null for all. Asked once everything is reported
   * @returns those of them whose lists of episodes are missing; null when only a part was reported and more is left
   */
  report(
    book: TitleHoldings,
    libraries: readonly Library[],
    about: () => ReadonlySet<number> | null,
  ): readonly UnsettledSeries[] | null {
    const seen = libraries.map(({ snapshot }) => ({
      version: snapshot.version,
      entryOf: (id: number) => (snapshot.isUnread(id) ? null : snapshot.series.get(id)),
    }));
    const moved = this.seen.moved(seen, () => book.subjectIds('tv'), book.unknownIds('tv'));
    for (const tvdbId of new Set([...moved, ...this.due()])) this.reportOne(book, libraries, tvdbId);
    if (this.seen.hasMore || book.unknownIds('tv').size > 0) return null;
    if (this.waiting.size === 0) return [];
    const again = [...(about() ?? this.waiting)].filter((tvdbId) => this.waiting.has(tvdbId));
    return again.flatMap((tvdbId) => this.reportOne(book, libraries, tvdbId));
  }

  /**
   * Has the lists of episodes read that decide. What was read while its series changed is not kept, and is worth
   * another try.
   *
   * @returns those whose list can't be read
   * @throws AppError 503 when a library can't be read
   */
  async settle(unsettled: readonly UnsettledSeries[]): Promise<readonly UnsettledSeries[]> {
    const unreadable = await Promise.all(
      [...new Set(unsettled.map(({ instanceId }) => instanceId))].map((library) =>
        this.settleIn(
          library,
          unsettled.filter(({ instanceId }) => instanceId === library),
        ),
      ),
    );
    return unreadable.flat();
  }

  /**
   * What the libraries hold of a series, whether or not somebody has asked for it.
   *
   * @throws AppError 503 when a library can't be read
   */
  async stateOf(tvdbId: number): Promise<TitleState> {
    const tries = new ListTries();
    for (;;) {
      const { state, unsettled } = this.judge(await this.snapshots(), tvdbId);
      const wanted = tries.next(unsettled);
      if (wanted.length === 0) return state;
      tries.failed(await this.settle(wanted));
    }
  }

  private async settleIn(
    instanceId: string,
    unsettled: readonly UnsettledSeries[],
  ): Promise<readonly UnsettledSeries[]> {
    const unreadable: UnsettledSeries[] = [];
    for (let first = 0; first < unsettled.length; first += PART) {
      const part = unsettled.slice(first, first + PART);
      const ids = part.map(({ tvdbId }) => tvdbId);
      const [judged] = await readSnapshots([instanceId], (id) => this.series.settle(id, ids));
      unreadable.push(...part.filter(({ tvdbId }) => judged?.get(tvdbId)?.settled === false));
    }
    return unreadable;
  }

  private reportOne(book: TitleHoldings, libraries: readonly Library[], tvdbId: number): readonly UnsettledSeries[] {
    if (!book.isAsked('tv', tvdbId)) {
      this.dueAt.delete(tvdbId);
      this.waiting.delete(tvdbId);
      return [];
    }
    const { state, until, unsettled } = this.judge(libraries, tvdbId);
    book.hold('tv', tvdbId, state);
    this.keepDue(tvdbId, until);
    if (unsettled.length > 0) this.waiting.add(tvdbId);
    else this.waiting.delete(tvdbId);
    return unsettled;
  }

  private judge(libraries: readonly Library[], tvdbId: number): Judged {
    const judged = libraries.map(({ id, snapshot }) => ({ id, judgement: snapshot.judge(tvdbId) }));
    return {
      state: seriesState(judged.map(({ judgement }) => answerOf(judgement))),
      until: Math.min(...judged.map(({ judgement }) => judgement.until ?? Infinity)),
      unsettled: judged
        .filter(({ judgement }) => !judgement.settled)
        .map(({ id, judgement: { entry } }) => ({ instanceId: id, tvdbId, entry })),
    };
  }

  /** Series whose time has come; all, where the time of day was set back, for what had aired may be to come again. */
  private due(): readonly number[] {
    const now = this.clock.now();
    const began = now - this.clock.monotonic();
    const wasSetBack = began < this.clockBegan - MOST_DRIFT_MS;
    this.clockBegan = began;
    if (wasSetBack) return [...this.dueAt.keys()];
    if (now < this.nextDueAt) return [];
    const due = [...this.dueAt].filter(([, at]) => at <= now).map(([tvdbId]) => tvdbId);
    for (const tvdbId of due) this.dueAt.delete(tvdbId);
    this.nextDueAt = Math.min(...this.dueAt.values());
    return due;
  }

  private keepDue(tvdbId: number, at: number): void {
    if (at === Infinity) this.dueAt.delete(tvdbId);
    else this.dueAt.set(tvdbId, at);
    this.nextDueAt = Math.min(this.nextDueAt, at);
  }
}

function answerOf({ entry, series }: SeriesJudgement): SeriesAnswer {
  return { availability: series, recordId: entry?.recordId ?? null };
}
