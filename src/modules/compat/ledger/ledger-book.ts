import type { RequestEntry } from '../../requests/requests.public.js';
import { mediaIdOf, type TitleKind, type TitleRef } from '../titles/media-id.js';
import { better, doubtedState, IN_NO_LIBRARY, type TitleHoldings, type TitleState } from '../titles/title-state.js';
import type { Selection } from './ledger-filter.js';
import { ledgerRow, type LedgerRow, type LedgerSort } from './ledger-row.js';
import { type LedgerCounts, LedgerTally } from './ledger-tally.js';
import { LedgerViews } from './ledger-views.js';
import { isOnItsWay, mediaStatus, requestStatus } from './request-state.js';

/** A part of a list. */
export interface PageQuestion extends Selection {
  readonly sort: LedgerSort;
  readonly descending: boolean;
  readonly skip: number;
  readonly take: number;
}

/** What has become of a request. */
export interface RequestChange {
  readonly id: number;
  /** As it is saved now; null when it is no more. */
  readonly entry: RequestEntry | null;
}

/** A part of a list, and how long the list is. */
export interface LedgerPage {
  readonly total: number;
  readonly rows: readonly LedgerRow[];
}

interface KeptTitle extends TitleRef {
  /** By request, in no order. */
  readonly entries: Map<number, RequestEntry>;
}

/**
 * All requests for films and series, with what their libraries hold of them as it was last reported here. Lists,
 * counts and statuses follow each change at once, and are at every moment what a look through all requests would
 * find.
 *
 * It reads nothing: its caller reports what was saved and what libraries hold.
 */
export class LedgerBook implements TitleHoldings {
  private readonly rows = new Map<number, LedgerRow>();
  private readonly titles = new Map<number, KeptTitle>();
  private readonly views = new LedgerViews(this.rows);
  private readonly tally = new LedgerTally();
  private readonly subjects = { movie: new Map<number, Subject>(), tv: new Map<number, Subject>() };
  private readonly unknownSubjects = { movie: new Set<number>(), tv: new Set<number>() };
  private doubted: ReadonlySet<number> = new Set();

  /** The figures of this moment. */
  get counts(): LedgerCounts {
    return this.tally.counts;
  }

  /** How many titles somebody has asked for. */
  get titleCount(): number {
    return this.titles.size;
  }

  /**
   * What has become of requests, in the order in which it happened, each request once. A title is judged once,
   * however many of its requests are among them.
   */
  follow(changes: readonly RequestChange[]): void {
    const changed = new Set<KeptTitle>();
    for (const { id, entry } of changes) {
      const before = this.rows.get(id);
      // What was reported of the subject outlives the moment in which nobody asks for it.
      const subject = entry && this.subjectOfEntry(entry);
      if (before && !(entry && isSameSubject(before.entry, entry))) changed.add(this.drop(before));
      if (entry) changed.add(this.enter(entry, subject));
    }
    for (const title of changed) if (title.entries.size > 0) this.judge(title);
  }

  /**
   * What libraries hold of a film by its TMDB id, or of a series by its TVDB id. What was said of a title that nobody
   * has asked for is passed over.
   */
  hold(kind: TitleKind, subjectId: number, state: TitleState): void {
    const subject = this.subjects[kind].get(subjectId);
    this.unknownSubjects[kind].delete(subjectId);
    if (!subject || subject.state === state) return;
    subject.state = state;
    for (const title of subject.titles) this.judge(title);
  }

  /**
   * The series of the metadata provider whose match an administrator has to confirm, all of them: what libraries hold of them doesn't
   * count, see {@link doubtedState}.
   */
  doubt(tmdbIds: ReadonlySet<number>): void {
    const before = this.doubted;
    this.doubted = tmdbIds;
    for (const tmdbId of new Set([...before, ...tmdbIds])) {
      const title = this.titles.get(mediaIdOf({ mediaType: 'tv', tmdbId }));
      if (title && before.has(tmdbId) !== tmdbIds.has(tmdbId)) this.judge(title);
    }
  }

  /** What was said last about what a request is for. */
  stateOf(entry: RequestEntry): TitleState {
    const subject = subjectOf(entry);
    const state = (subject === null ? null : this.subjects[entry.mediaType].get(subject)?.state) ?? IN_NO_LIBRARY;
    return this.sureOf(entry, state);
  }

  /** What is sure of what libraries hold of a title. */
  sureOf({ mediaType, tmdbId }: TitleRef, state: TitleState): TitleState {
    return mediaType === 'tv' && this.doubted.has(tmdbId) ? doubtedState(state) : state;
  }

  /** Is it one of {@link subjectIds}? */
  isAsked(kind: TitleKind, subjectId: number): boolean {
    return this.subjects[kind].has(subjectId);
  }

  /** What {@link hold} has to be called for: TMDB ids of films, TVDB ids of series. */
  subjectIds(kind: TitleKind): IterableIterator<number> {
    return this.subjects[kind].keys();
  }

  /** Those of {@link subjectIds} of which nothing has been reported yet. */
  unknownIds(kind: TitleKind): ReadonlySet<number> {
    return this.unknownSubjects[kind];
  }

  /** A request. */
  row(id: number): LedgerRow | undefined {
    return this.rows.get(id);
  }

  /** The requests for a title, the oldest first. */
  titleRows(ref: TitleRef): readonly LedgerRow[] {
    const ids = this.entriesOf(ref).map(({ id }) => id);
    return ids.sort((one, other) => one - other).flatMap((id) => this.rows.get(id) ?? []);
  }

  /** TVDB ids of the series that decide the status of these requests and their titles. */
  seriesBeside(rows: readonly LedgerRow[]): ReadonlySet<number> {
    const beside = rows.filter(({ entry }) => entry.mediaType === 'tv').flatMap(({ entry }) => this.entriesOf(entry));
    return new Set(beside.flatMap((entry) => subjectOf(entry) ?? []));
  }

  /** When a title was first asked for, of the requests that there are, in epoch milliseconds; 0 for never. */
  firstAsked(ref: TitleRef): number {
    const moments = this.entriesOf(ref).map(({ requestedAt }) => requestedAt);
    return moments.length === 0 ? 0 : Math.min(...moments);
  }

  /** A part of a list. */
  page({ sort, descending, skip, take, ...selection }: PageQuestion): LedgerPage {
    const rows = this.views.of(selection, sort);
    return { total: rows.size, rows: rows.page({ skip, take, descending }) };
  }

  /** Could a list of this selection change if it were known what libraries hold of every title? */
  isUnknown(selection: Selection): boolean {
    return this.tally.inDoubt(selection) > 0;
  }

  /** How many requests an account has made. */
  requestCount(userId: number): number {
    return this.tally.ofAccount(userId);
  }

  private enter(entry: RequestEntry, subject: Subject | null): KeptTitle {
    const title = this.titleOf(entry);
    title.entries.set(entry.id, entry);
    const subjectId = subjectOf(entry);
    if (subject && subjectId !== null) {
      subject.titles.add(title);
      this.keep(entry.mediaType, subjectId, subject);
    }
    return title;
  }

  private drop(row: LedgerRow): KeptTitle {
    const { entry } = row;
    const title = this.titleOf(entry);
    title.entries.delete(entry.id);
    this.replace(row, undefined);
    this.leave(title, entry);
    if (title.entries.size === 0) this.titles.delete(mediaIdOf(title));
    return title;
  }

  private entriesOf(ref: TitleRef): readonly RequestEntry[] {
    return [...(this.titles.get(mediaIdOf(ref))?.entries.values() ?? [])];
  }

  private judge(title: KeptTitle): void {
    const judged = [...title.entries.values()].map((entry) => {
      const state = this.stateOf(entry);
      return { entry, state, status: requestStatus(entry, state) };
    });
    const isAwaited = judged.some(({ entry, status }) => isOnItsWay(entry, status));
    const holding = judged.map(({ state }) => state.holding).reduce(better);
    const media = mediaStatus(holding, isAwaited);
    for (const { entry, status } of judged) this.setStatus(entry, status, media);
  }

  private setStatus(entry: RequestEntry, status: LedgerRow['status'], media: LedgerRow['media']): void {
    const before = this.rows.get(entry.id);
    if (before?.entry === entry && before.status === status && before.media === media) return;
    this.replace(before, ledgerRow(entry, { status, media }));
  }

  private replace(before: LedgerRow | undefined, after: LedgerRow | undefined): void {
    this.views.replace(before, after);
    this.tally.replace(before, after);
    if (after) this.rows.set(after.entry.id, after);
    else if (before) this.rows.delete(before.entry.id);
  }

  private titleOf({ mediaType, tmdbId }: TitleRef): KeptTitle {
    const id = mediaIdOf({ mediaType, tmdbId });
    const known = this.titles.get(id);
    if (known) return known;
    const title: KeptTitle = { mediaType, tmdbId, entries: new Map() };
    this.titles.set(id, title);
    return title;
  }

  private subjectOfEntry(entry: RequestEntry): Subject | null {
    const id = subjectOf(entry);
    return id === null ? null : this.subjectOf(entry.mediaType, id);
  }

  private subjectOf(kind: TitleKind, id: number): Subject {
    const known = this.subjects[kind].get(id);
    if (known) return known;
    const subject: Subject = { state: null, titles: new Set() };
    this.keep(kind, id, subject);
    return subject;
  }

  private keep(kind: TitleKind, id: number, subject: Subject): void {
    this.subjects[kind].set(id, subject);
    if (subject.state === null) this.unknownSubjects[kind].add(id);
  }

  /** A title may no longer be about what this request of it was about. */
  private leave(title: KeptTitle, entry: RequestEntry): void {
    const id = subjectOf(entry);
    if (id === null || [...title.entries.values()].some((other) => subjectOf(other) === id)) return;
    const subject = this.subjectOf(entry.mediaType, id);
    subject.titles.delete(title);
    if (subject.titles.size > 0) return;
    this.subjects[entry.mediaType].delete(id);
    this.unknownSubjects[entry.mediaType].delete(id);
  }
}

/** What a library knows a title by, with what it holds of it. */
interface Subject {
  /** Null while nothing was said. */
  state: TitleState | null;
  readonly titles: Set<KeptTitle>;
}

/** By which id do libraries know what was asked for? Null where it isn't known. */
function subjectOf({ mediaType, tmdbId, tvdbId }: RequestEntry): number | null {
  return mediaType === 'movie' ? tmdbId : tvdbId;
}

function isSameSubject(one: RequestEntry, other: RequestEntry): boolean {
  return one.mediaType === other.mediaType && one.tmdbId === other.tmdbId && subjectOf(one) === subjectOf(other);
}
