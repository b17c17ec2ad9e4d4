import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/time/clock.js';
import { nextTurn } from '../../../core/time/waiting.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import type { RequestEntry } from '../../requests/requests.public.js';
import { LibraryUnreadable } from '../compat.errors.js';
import { LedgerFilmsService } from '../titles/ledger-films.service.js';
import { ListTries, type UnsettledSeries } from '../titles/list-tries.js';
import { LedgerSeriesService } from '../titles/ledger-series.service.js';
import type { TitleKind, TitleRef } from '../titles/media-id.js';
import type { LedgerBook, PageQuestion } from './ledger-book.js';
import { asksLibraries } from './ledger-filter.js';
import type { LedgerRow } from './ledger-row.js';
import type { LedgerCounts } from './ledger-tally.js';
import { SavedLedgerService } from './saved-ledger.service.js';
import { knownRequest, type KnownRequest } from './known-request.js';
import { askedTitle, heldTitle, type KnownTitle } from './known-title.js';

const NOTHING: readonly UnsettledSeries[] = [];

const BOTH: readonly TitleKind[] = ['movie', 'tv'];

/** Figures that go by what libraries hold. */
const COUNTED = ['approved', 'processing', 'available', 'completed'] as const;

/** How long an answer waits for libraries, all of them and all that is read of them together, in milliseconds. */
const LIBRARIES_WAIT_MS = 10_000;

/** Which series does an answer depend on? By their TVDB ids; null for all. */
type About = (book: LedgerBook) => ReadonlySet<number> | null;

const ALL: About = () => null;

/** A part of a list, and how long the list is. */
interface RequestPage {
  readonly total: number;
  readonly requests: readonly KnownRequest[];
}

/**
 * The ledger of requests for films and series at the moment of each call: what is saved by everything that was
 * committed before the call, what libraries hold by their snapshots, each read once per call and at most 120 seconds
 * old.
 *
 * A call about one kind of titles touches no library of the other. Each method throws AppError 503 when a library of
 * a kind that it is about can't be read, also in part where that would change the answer, and when libraries have
 * kept it waiting for ten seconds.
 *
 * Source: doc 2 §4 Compat rules.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly saved: SavedLedgerService,
    private readonly films: LedgerFilmsService,
    private readonly series: LedgerSeriesService,
    private readonly clock: Clock,
  ) {}

  /** A part of a list. */
  async page(question: PageQuestion): Promise<RequestPage> {
    const kinds = question.mediaType === null ? BOTH : [question.mediaType];
    const ofRows: About = (book) => book.seriesBeside(book.page(question).rows);
    const about = asksLibraries(question.filter) ? ALL : ofRows;
    return this.ask(kinds, about, (book) => {
      if (book.isUnknown(question)) throw new LibraryUnreadable();
      const { total, rows } = book.page(question);
      return { total, requests: rows.map((row) => requestOf(book, row)) };
    });
  }

  /** How many requests there are, by status. */
  async counts(): Promise<LedgerCounts> {
    return this.ask(BOTH, ALL, (book) => {
      const isUnknown = COUNTED.some((filter) => book.isUnknown({ filter, mediaType: null, requestedBy: null }));
      if (isUnknown) throw new LibraryUnreadable();
      return book.counts;
    });
  }

  /** A request; null for none. No library is touched for that. */
  async request(id: number): Promise<KnownRequest | null> {
    const kind = (await this.entry(id))?.mediaType;
    if (!kind) return null;
    const about: About = (book) => {
      const row = book.row(id);
      return book.seriesBeside(row ? [row] : []);
    };
    return this.ask([kind], about, (book) => {
      const row = book.row(id);
      return row ? requestOf(book, row) : null;
    });
  }

  /** What is saved of a request; null for none. Touches no library, and throws StorageError alone. */
  async entry(id: number): Promise<RequestEntry | null> {
    await this.saved.catchUp();
    return this.saved.book.row(id)?.entry ?? null;
  }

  /**
   * A title with its requests; null when nobody has asked for it and no library has a record of it.
   *
   * @param tvdbId a series: what the metadata provider says is its id in the libraries' catalog. It counts only while
   * nobody has asked for the series: a request has its own.
   */
  async title(ref: TitleRef, tvdbId: number | null): Promise<KnownTitle | null> {
    const { mediaType, tmdbId } = ref;
    const wait = new LibraryWait(this.clock);
    const asked = await this.ask(
      [mediaType],
      (book) => book.seriesBeside(book.titleRows(ref)),
      (book) => {
        const requests = book.titleRows(ref).map((row) => requestOf(book, row));
        return requests.length === 0 ? null : askedTitle(ref, requests);
      },
      wait,
    );
    if (asked) return asked;
    if (mediaType === 'movie') return heldTitle(ref, null, await wait.for(this.films.stateOf(tmdbId)));
    if (tvdbId === null) return null;
    const state = await wait.for(this.series.stateOf(tvdbId));
    return heldTitle(ref, tvdbId, this.saved.book.sureOf(ref, state));
  }

  /**
   * Reads the book, all of one moment.
   *
   * @param kinds whose libraries are looked at
   * @param about the series that decide, whose lists of episodes are read where they aren't in memory
   */
  private async ask<T>(
    kinds: readonly TitleKind[],
    about: About,
    read: (book: LedgerBook) => T,
    wait = new LibraryWait(this.clock),
  ): Promise<T> {
    await this.saved.catchUp();
    const { book } = this.saved;
    const [isAboutFilms, isAboutSeries] = [kinds.includes('movie'), kinds.includes('tv')];
    // Side by side, for they may be slow. What follows takes them from memory.
    await wait.for(Promise.all([isAboutFilms && this.films.snapshots(), isAboutSeries && this.series.snapshots()]));
    const tries = new ListTries();
    for (;;) {
      const films = isAboutFilms ? await wait.for(this.films.snapshots()) : null;
      const series = isAboutSeries ? await wait.for(this.series.snapshots()) : null;
      // From here to the answer nothing waits, so that it is of one moment.
      const isKnown = films ? this.films.report(book, films) : true;
      const unsettled = series ? this.series.report(book, series, () => about(book)) : NOTHING;
      if (isKnown && unsettled) {
        const wanted = tries.next(unsettled);
        if (wanted.length === 0) return read(book);
        tries.failed(await wait.for(this.series.settle(wanted)));
      } else await nextTurn();
    }
  }
}

/** How long one answer has waited for libraries. */
class LibraryWait {
  private leftMs = LIBRARIES_WAIT_MS;

  constructor(private readonly clock: Clock) {}

  /**
   * What libraries come to, in what is left of the time.
   *
   * @throws AppError 503 when that is over; what the work throws
   */
  async for<T>(work: Promise<T>): Promise<T> {
    const since = this.clock.monotonic();
    const found = await within(this.clock, this.leftMs, work);
    if (found === TOO_LATE) throw new LibraryUnreadable();
    this.leftMs -= Math.min(this.clock.monotonic() - since, this.leftMs);
    return found;
  }
}

function requestOf(book: LedgerBook, row: LedgerRow): KnownRequest {
  const request = knownRequest(row, book.stateOf(row.entry), book.firstAsked(row.entry));
  if (!request) throw new LibraryUnreadable();
  return request;
}
