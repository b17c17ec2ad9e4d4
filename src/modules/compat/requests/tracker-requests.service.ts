import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import type { RequestEntry } from '../../requests/requests.public.js';
import { LibraryUnreadable } from '../compat.errors.js';
import { ListTries, LiveTitlesService } from '../titles/live-titles.service.js';
import type { LiveTitles, TitleIds, UnsettledSeries } from '../titles/live-titles.js';
import type { TitleKind, TitleRef } from '../titles/media-id.js';
import type { TitleState } from '../titles/title-state.js';
import { askedTitle, heldTitle, type KnownTitle } from './known-title.js';
import {
  countsOf,
  isUnsure,
  type TrackerCounts,
  goesByLibraries,
  isOfSelection,
  passes,
  type Selection,
} from './tracker-filter.js';
import { SavedRequestsService } from './saved-requests.service.js';
import {
  isKnown,
  judgeRequests,
  type JudgedRequests,
  type KnownRequest,
  ORDERS,
  type SavedRequests,
  sureOf,
  type TrackerRequest,
  type TrackerSort,
} from './tracker-request.js';

export interface PageQuestion extends Selection {
  readonly sort: TrackerSort;
  readonly descending: boolean;
  readonly skip: number;
  readonly take: number;
}

interface RequestPage {
  readonly total: number;
  readonly requests: readonly KnownRequest[];
}

const BOTH: readonly TitleKind[] = ['movie', 'tv'];

/** For all libraries and all that is read of them together, in milliseconds. */
const LIBRARIES_WAIT_MS = 10_000;

const MOST_LISTS = 32;

interface DatedJudgement extends JudgedRequests {
  /** Epoch milliseconds. */
  readonly judgedAt: number;
}

interface Judgement extends DatedJudgement {
  readonly saved: SavedRequests;
  /** How many writes had ended before `saved` was read: it is as current until there is another. */
  readonly commits: number;
  /** Those whose status, or whose title's status, is unknown. */
  readonly unknown: readonly TrackerRequest[];
  /** Null where it is unknown which requests count. */
  readonly counts: TrackerCounts | null;
  /** Lists that were taken from it, by the question. */
  readonly lists: Map<string, readonly TrackerRequest[]>;
}

/**
 * Requests at the moment of each call: what was committed before it, and snapshots of libraries, at most 120 seconds old.
 *
 * A call about one kind of titles touches no library of the other. Each method throws AppError 503 when a library that it is
 * about can't be read, also in part where that would change the answer, and when libraries have kept it waiting for ten
 * seconds.
 */
@Injectable()
export class TrackerRequestsService {
  private readonly judgements = new Map<string, Judgement>();
  private readonly flights = new SingleFlight<string, Judgement>();
  /** What single titles and pages were judged last, for as long as what is saved of them is kept. */
  private readonly judged = new WeakMap<SavedRequests, DatedJudgement>();

  constructor(
    private readonly database: Database,
    private readonly saved: SavedRequestsService,
    private readonly live: LiveTitlesService,
    private readonly clock: Clock,
  ) {}

  /** Of a list that goes by what is saved, only its own titles are judged. */
  async page(question: PageQuestion): Promise<RequestPage> {
    return goesByLibraries(question.filter) ? this.judgedPage(question) : this.savedPage(question);
  }

  async counts(): Promise<TrackerCounts> {
    const { counts } = await this.judgeAll(BOTH);
    if (!counts) throw new LibraryUnreadable();
    return counts;
  }

  /** A request; null for none. No library is touched for that. */
  async request(id: number): Promise<KnownRequest | null> {
    const saved = await this.saved.ofRequest(id);
    const kind = saved.entries.find((entry) => entry.id === id)?.mediaType;
    if (!kind) return null;
    const { requests } = await this.judge(saved, [kind], new LibraryWait(this.clock));
    return withKnownStatus(requests.filter(({ entry }) => entry.id === id))[0] ?? null;
  }

  /** What is saved of a request; null for none. Touches no library, and throws StorageError alone. */
  async entry(id: number): Promise<RequestEntry | null> {
    const { entries } = await this.saved.ofRequest(id);
    return entries.find((entry) => entry.id === id) ?? null;
  }

  /**
   * Null when nobody has asked for the title and no library has a record of it.
   * @param tvdbId a series: its id in the libraries' catalog, by the metadata provider. A request has its own, which counts
   *   instead.
   */
  async title(ref: TitleRef, tvdbId: number | null): Promise<KnownTitle | null> {
    const wait = new LibraryWait(this.clock);
    const saved = await this.saved.ofTitle(ref);
    if (saved.entries.length > 0) {
      const { requests } = await this.judge(saved, [ref.mediaType], wait);
      return askedTitle(ref, withKnownStatus(requests));
    }
    const state = await this.stateOf({ ...ref, tvdbId }, wait);
    return state && heldTitle(ref, tvdbId, sureOf(ref, state, saved.doubted));
  }

  private async savedPage({ filter, ...span }: PageQuestion): Promise<RequestPage> {
    const { total, entries, besides } = await this.saved.page({ ...span, isPending: filter === 'pending' });
    const { requests } = await this.judge(besides, kindsOf(span), new LibraryWait(this.clock));
    const byId = new Map(requests.map((request) => [request.entry.id, request]));
    return { total, requests: withKnownStatus(entries.flatMap(({ id }) => byId.get(id) ?? [])) };
  }

  private async judgedPage(question: PageQuestion): Promise<RequestPage> {
    const { sort, descending, skip, take, ...selection } = question;
    const judgement = await this.judgeAll(kindsOf(selection));
    if (isUnsure(judgement.unknown, selection)) throw new LibraryUnreadable();
    const list = listIn(judgement, selection, sort);
    if (!descending) return { total: list.length, requests: withKnownStatus(list.slice(skip, skip + take)) };
    const end = Math.max(0, list.length - skip);
    return { total: list.length, requests: withKnownStatus(list.slice(Math.max(0, end - take), end).reverse()) };
  }

  /** All requests of these kinds, judged again when something was written, a library has changed, or an episode has aired. */
  private async judgeAll(kinds: readonly TitleKind[]): Promise<Judgement> {
    const { commits } = this.database;
    const wait = new LibraryWait(this.clock);
    const { version } = await wait.for(this.live.read(kinds));
    const kept = this.judgements.get(kinds.join());
    if (kept && kept.commits === commits && kept.version === version && this.stillHolds(kept)) return kept;
    for (let isFirst = true; ; isFirst = false) {
      const made = await this.flights.run(kinds.join(), () => this.judgeNow(kinds));
      // One that others had begun before may lack what was committed, or what a library has told, since.
      if (made.commits >= commits && (made.version === version || !isFirst)) return made;
    }
  }

  /** Also the time of day may be set back: what had aired is to come again then. */
  private stillHolds({ unsettled, judgedAt, until }: DatedJudgement): boolean {
    const now = this.clock.now();
    return unsettled.length === 0 && judgedAt <= now && now < until;
  }

  private async judgeNow(kinds: readonly TitleKind[]): Promise<Judgement> {
    const { commits } = this.database;
    const kept = this.judgements.get(kinds.join());
    const saved = kept?.commits === commits ? kept.saved : await this.saved.ofKinds(kinds);
    const judged = await this.judge(saved, kinds, new LibraryWait(this.clock));
    const unknown = judged.requests.filter((request) => !isKnown(request));
    const counts = countsOf(judged.requests, unknown);
    const judgement = { ...judged, saved, commits, unknown, counts, lists: new Map() };
    this.judgements.set(kinds.join(), judgement);
    return judgement;
  }

  /** Judges what is saved, unless it was judged by what libraries still hold. */
  private judge(saved: SavedRequests, kinds: readonly TitleKind[], wait: LibraryWait): Promise<DatedJudgement> {
    return this.judgeUntilSettled(kinds, wait, (live) => {
      const kept = this.judged.get(saved);
      if (kept?.version === live.version && this.stillHolds(kept)) return kept;
      const judgement = { ...judgeRequests(saved, live), judgedAt: this.clock.now() };
      this.judged.set(saved, judgement);
      return judgement;
    });
  }

  private async stateOf(ids: TitleIds, wait: LibraryWait): Promise<TitleState | null> {
    const title = await this.judgeUntilSettled([ids.mediaType], wait, (live) => live.judge(ids));
    return title?.state ?? null;
  }

  /** Judges again each time that lists of episodes have been read that decide. */
  private async judgeUntilSettled<Judged extends { readonly unsettled: readonly UnsettledSeries[] } | null>(
    kinds: readonly TitleKind[],
    wait: LibraryWait,
    judgeIn: (live: LiveTitles) => Judged,
  ): Promise<Judged> {
    const tries = new ListTries();
    for (;;) {
      const judged = judgeIn(await wait.for(this.live.read(kinds)));
      const wanted = tries.next(judged?.unsettled ?? []);
      if (wanted.length === 0) return judged;
      tries.noteUnreadable(await wait.for(this.live.settle(wanted)));
    }
  }
}

class LibraryWait {
  private leftMs = LIBRARIES_WAIT_MS;

  constructor(private readonly clock: Clock) {}

  /** @throws AppError 503 when the time is over; what the work throws */
  async for<T>(work: Promise<T>): Promise<T> {
    const since = this.clock.monotonic();
    const found = await within(this.clock, this.leftMs, work);
    if (found === TOO_LATE) throw new LibraryUnreadable();
    this.leftMs -= Math.min(this.clock.monotonic() - since, this.leftMs);
    return found;
  }
}

const kindsOf = ({ mediaType }: Pick<Selection, 'mediaType'>): readonly TitleKind[] =>
  mediaType === null ? BOTH : [mediaType];

/** @throws LibraryUnreadable where the status of one of them is unknown */
function withKnownStatus(requests: readonly TrackerRequest[]): readonly KnownRequest[] {
  return requests.map((request) => {
    if (!isKnown(request)) throw new LibraryUnreadable();
    return request;
  });
}

/** The list of a selection, the oldest first. It is put together once for a judgement. */
function listIn({ requests, lists }: Judgement, selection: Selection, sort: TrackerSort): readonly TrackerRequest[] {
  const key = JSON.stringify([selection, sort]);
  const made = lists.get(key);
  if (made) return made;
  const list = requests.filter((one) => isOfSelection(one, selection) && passes(one, selection.filter));
  if (sort !== 'added') list.sort(ORDERS[sort]);
  if (lists.size >= MOST_LISTS) lists.clear();
  lists.set(key, list);
  return list;
}
