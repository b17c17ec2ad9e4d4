import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import type { ArrivingDownload, TitleArrival } from '../../library/library.public.js';
import type { DeliveryCode, DispatchState } from '../saved/job-rows.js';
import type { RequestDecision } from '../saved/request-decision.js';
import type { MediaType } from '../saved/work.js';

export interface SavedFacts {
  readonly mediaType: MediaType;
  readonly decision: RequestDecision;
  readonly requestedAt: number;
  /** Null where nobody had to decide. */
  readonly decidedAt: number | null;
  readonly denyReason: string | null;
  readonly delivery: {
    readonly state: DispatchState;
    readonly code: DeliveryCode | null;
    readonly lastAttemptAt: number | null;
    readonly nextAttemptAt: number | null;
    readonly waitingSince: number | null;
  };
  readonly completedAt: number | null;
}

/** `unclear`: nothing certain is known of the title. `not_asked`: the request was not accepted. */
export type LibraryFacts =
  | { readonly known: true; readonly arrival: TitleArrival }
  | {
      readonly known: false;
      readonly reason: 'unreadable' | 'unclear' | 'removed' | 'not_allowed' | 'not_asked';
      readonly lastReadAt: number | null;
    };

export interface TimelineFacts {
  readonly saved: SavedFacts;
  readonly library: LibraryFacts;
  readonly now: number;
}

/** The downloads that have not arrived. */
export const activeDownloads = ({ downloads, isWhole }: TitleArrival): readonly ArrivingDownload[] =>
  isWhole ? [] : (downloads ?? []).filter(({ stage }) => ACTIVE.has(stage));

const ACTIVE: ReadonlySet<ArrivingDownload['stage']> = new Set(['downloading', 'paused', 'stalled']);

/** The latest download, if it failed and nothing has been found since; null otherwise. */
export function latestFailure({ happened, downloads }: TitleArrival): { readonly at: number | null } | null {
  const [latest] = (happened ?? []).filter(
    ({ kind }) => kind === 'grabbed' || kind === 'failed' || kind === 'imported',
  );
  if (latest?.kind === 'failed') return { at: latest.at };
  const failed = (downloads ?? []).find(({ stage }) => stage === 'failed');
  return failed ? { at: failed.addedAt } : null;
}

export type StallCode =
  | 'waiting_for_approval'
  | 'delivery_retry'
  | 'needs_admin'
  | 'library_unreachable'
  | 'not_released'
  | 'nothing_found_yet'
  | 'not_monitored'
  | 'download_paused'
  | 'download_stalled'
  | 'download_failed'
  | 'import_blocked'
  | 'removed_from_library'
  | 'unknown';

/** What is said of a request that waits. */
const STALL_SENTENCES = {
  stall_waiting_for_approval: 'An administrator has to approve it first.',
  stall_delivery_retry: "The library couldn't take it yet. We'll keep trying.",
  stall_author_added: "The library is still adding the author's books. We'll check again.",
  stall_library_unreachable: "The library can't be reached right now. We'll keep trying.",
  stall_unknown: "Can't tell right now. An administrator may need to look.",
  stall_library_removed: 'The library it was sent to was removed.',
  stall_title_removed: 'It was removed from the library.',
  stall_import_blocked: "It's downloaded, but the library couldn't import it. An administrator needs to look.",
  stall_download_paused: 'The download is paused.',
  stall_download_stalled: "The download isn't getting anywhere right now.",
  stall_not_monitored: 'The library has stopped looking for it. An administrator can switch it on again.',
  stall_download_failed: 'The download failed. The library looks for another one.',
  stall_not_released: 'Not released yet.',
  stall_not_released_until: 'Not released yet. Expected on {day}.',
  stall_nothing_found_yet: 'Nothing found yet. The library keeps looking.',
  stall_attention: "The library couldn't take it. An administrator needs to look.",
  stall_attention_access_unavailable: 'You no longer have access to this library. Ask an administrator.',
  stall_attention_request_unavailable: "This title isn't available to you.",
  stall_attention_instance_missing: 'The library was removed. Ask an administrator.',
  stall_attention_metadata_unresolved: "The library doesn't know this title. An administrator needs to look.",
  stall_attention_tv_match_paused: 'Requests for this series are on hold. Ask an administrator.',
  stall_attention_tv_target_missing: "The library doesn't know this series. An administrator needs to look.",
  stall_attention_tv_seasons_unmapped: "The library doesn't have all of these seasons. An administrator needs to look.",
  stall_attention_book_configuration: "The library isn't set up for this format yet. An administrator needs to look.",
  stall_attention_editions_unavailable: 'The library has no edition in this format. An administrator needs to look.',
  /** English writes it out; other languages have the date. */
  calendar_day: '{day}',
} as const;

const say = sayFrom(STALL_SENTENCES);

/** Why a request waits, since when, who can act, and when it goes on by itself. Times are epoch milliseconds. */
export interface Stall {
  readonly code: StallCode;
  readonly sentence: Sentence;
  readonly since: number | null;
  /** `library` where it goes on by itself there, `nobody` where there is nothing to do but wait. */
  readonly who: 'you' | 'admin' | 'library' | 'nobody';
  readonly nextTryAt: number | null;
  readonly lastTriedAt: number | null;
  readonly expectedOn: string | null;
}

/** How long a search may take before it counts as one that found nothing. */
const SEARCH_TAKES_MS = 10 * 60_000;

type Reason = Pick<Stall, 'code' | 'sentence' | 'who'> & Partial<Stall>;

/**
 * Why a request waits; null when it doesn't. The first test that is true decides:
 *
 * | test | code | who |
 * |---|---|---|
 * | declined, cancelled, or all of it is there | none | |
 * | not decided | waiting_for_approval | admin |
 * | the delivery needs a person | needs_admin | admin |
 * | the delivery is tried again, or the library is still adding it | delivery_retry | library |
 * | the delivery is under way | none | |
 * | the library was removed | removed_from_library | admin |
 * | the reader may no longer use it | needs_admin | admin |
 * | the library can't be read | library_unreachable | admin |
 * | it says nothing certain | unknown | admin |
 * | it has no record | removed_from_library | admin |
 * | something downloads | none | |
 * | an import is blocked | import_blocked | admin |
 * | a download is paused | download_paused | admin |
 * | a download doesn't get on | download_stalled | library |
 * | something is being imported, or about to start | none | |
 * | the queue can't be read | library_unreachable | admin |
 * | nobody watches for it | not_monitored | admin |
 * | the latest download failed | download_failed | library |
 * | it isn't out | not_released | nobody |
 * | it was accepted more than ten minutes ago | nothing_found_yet | library |
 * | otherwise | none | |
 */
export function stallOf(facts: TimelineFacts): Stall | null {
  const reason = reasonOf(facts);
  return reason && { since: null, nextTryAt: null, lastTriedAt: null, expectedOn: null, ...reason };
}

function reasonOf({ saved, library, now }: TimelineFacts): Reason | null {
  if (library.known && library.arrival.isWhole) return null;
  if (saved.decision === 'pending') {
    const sentence = say('stall_waiting_for_approval');
    return { code: 'waiting_for_approval', sentence, who: 'admin', since: saved.requestedAt };
  }
  if (saved.decision !== 'approved') return null;
  if (saved.delivery.state !== 'complete') return deliveryReason(saved);
  return library.known ? arrivalReason(library.arrival, saved, now) : libraryReason(library);
}

function deliveryReason({ delivery }: SavedFacts): Reason | null {
  const { state, code, lastAttemptAt, nextAttemptAt, waitingSince } = delivery;
  if (state === 'attention')
    return { code: 'needs_admin', sentence: attention(code), who: 'admin', since: lastAttemptAt };
  if (state === 'retry') {
    const sentence = say('stall_delivery_retry');
    return { code: 'delivery_retry', sentence, who: 'library', since: lastAttemptAt, nextTryAt: nextAttemptAt };
  }
  if (state === 'waiting_library') {
    const sentence = say('stall_author_added');
    return { code: 'delivery_retry', sentence, who: 'library', since: waitingSince, nextTryAt: nextAttemptAt };
  }
  return null;
}

/** Some reasons have a sentence of their own here, the others share one. */
function attention(code: DeliveryCode | null): Sentence {
  const known = `stall_attention_${code}`;
  return say(isSaid(known) ? known : 'stall_attention');
}

type AttentionCode = Extract<keyof typeof STALL_SENTENCES, `stall_attention${string}`>;

const isSaid = (code: string): code is AttentionCode => code in STALL_SENTENCES;

function libraryReason({ reason, lastReadAt }: Extract<LibraryFacts, { known: false }>): Reason | null {
  switch (reason) {
    case 'unreadable':
      return { code: 'library_unreachable', sentence: UNREACHABLE, who: 'admin', since: lastReadAt };
    case 'unclear':
      return { code: 'unknown', sentence: say('stall_unknown'), who: 'admin' };
    case 'removed':
      return { code: 'removed_from_library', sentence: say('stall_library_removed'), who: 'admin' };
    case 'not_allowed':
      return { code: 'needs_admin', sentence: say('stall_attention_access_unavailable'), who: 'admin' };
    case 'not_asked':
      return null;
  }
}

const UNREACHABLE = say('stall_library_unreachable');

function arrivalReason(arrival: TitleArrival, { completedAt, requestedAt }: SavedFacts, now: number): Reason | null {
  const { downloads, unreleased, lastSearchedAt } = arrival;
  if (!arrival.inLibrary) return { code: 'removed_from_library', sentence: say('stall_title_removed'), who: 'admin' };
  const first = (stage: string) => downloads?.find((one) => one.stage === stage);
  if (first('downloading')) return null;
  const blocked = first('import_blocked');
  if (blocked) {
    const sentence = say('stall_import_blocked');
    return { code: 'import_blocked', sentence, who: 'admin', since: null };
  }
  const paused = first('paused');
  if (paused)
    return { code: 'download_paused', sentence: say('stall_download_paused'), who: 'admin', since: paused.addedAt };
  const stalled = first('stalled');
  if (stalled) {
    const sentence = say('stall_download_stalled');
    return { code: 'download_stalled', sentence, who: 'library', since: stalled.addedAt };
  }
  if (first('importing') ?? first('waiting')) return null;
  if (downloads === null) return { code: 'library_unreachable', sentence: UNREACHABLE, who: 'admin' };
  if (!arrival.monitored) {
    const sentence = say('stall_not_monitored');
    return { code: 'not_monitored', sentence, who: 'admin' };
  }
  const failure = latestFailure(arrival);
  if (failure) {
    const sentence = say('stall_download_failed');
    return { code: 'download_failed', sentence, who: 'library', since: failure.at, lastTriedAt: lastSearchedAt };
  }
  if (unreleased) {
    const { expectedOn } = unreleased;
    const sentence = expectedOn
      ? say('stall_not_released_until', { day: dayInWords(expectedOn) })
      : say('stall_not_released');
    return { code: 'not_released', sentence, who: 'nobody', expectedOn };
  }
  const since = completedAt ?? requestedAt;
  if (now - since < SEARCH_TAKES_MS) return null;
  const sentence = say('stall_nothing_found_yet');
  return { code: 'nothing_found_yet', sentence, who: 'library', since, lastTriedAt: lastSearchedAt };
}

/** `2026-06-25` as `25 June 2026`. */
function dayInWords(day: string): Sentence {
  const [year = '', month = '', date = ''] = day.split('-');
  return { ...say('calendar_day', { day }), text: `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}` };
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
