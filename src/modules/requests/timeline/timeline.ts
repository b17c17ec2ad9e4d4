import { type Sentence, sayFrom } from '../../../core/errors/sentence.js';
import type { Happening, TitleArrival } from '../../library/library.public.js';
import type { MediaType } from '../saved/work.js';
import { activeDownloads, latestFailure, type SavedFacts, type Stall, stallOf, type TimelineFacts } from './stall.js';

export const STEPS = ['asked', 'approved', 'sent', 'found', 'downloading', 'imported', 'available'] as const;

export type StepKey = (typeof STEPS)[number];

/**
 * `done` only where a source affirms it; `unknown` where it can't be read; `skipped` where it was not needed or never
 * comes.
 */
export type StepState = 'done' | 'now' | 'waiting' | 'skipped' | 'failed' | 'unknown';

/** What the steps say. */
const STEP_SENTENCES = {
  step_requested: 'Requested.',
  step_waits_for_approval: 'Waiting for approval.',
  step_no_approval_needed: 'No approval needed.',
  step_approved: 'Approved.',
  step_declined: 'Declined.',
  step_declined_because: 'Declined: {reason}',
  step_cancelled: 'The request was cancelled.',
  step_closed: 'The request was closed.',
  step_sent_once_approved: 'Sent to the library once it is approved.',
  step_not_sent: 'Not sent to the library.',
  step_not_sent_yet: 'Not sent to the library yet.',
  step_sent: 'Sent to the library.',
  step_sending: 'Being sent to the library.',
  step_library_adds_it: 'The library is still adding it.',
  step_sent_again: "The library couldn't take it yet. We'll try again.",
  step_not_started: 'Not started yet.',
  step_not_needed: 'Not needed any more.',
  step_available_anyway: 'Available anyway.',
  step_unknown: "Can't tell right now.",
  step_found: 'Found.',
  step_not_in_library: 'Not in the library.',
  step_not_looked_for: 'Nobody is looking for it.',
  step_not_released: 'Not released yet.',
  step_found_in_part: 'Found {files} of {total} {parts}. Looking for the rest.',
  step_looked_for: 'Looking for it.',
  step_downloading: 'Downloading.',
  step_download_paused: 'The download is paused.',
  step_download_stalled: "The download isn't getting anywhere.",
  step_downloaded: 'Downloaded.',
  step_download_failed: 'The download failed.',
  step_not_downloading: 'Not downloading yet.',
  step_imported: 'Imported.',
  step_imported_in_part: '{files} of {total} {parts} imported.',
  step_import_blocked: "Downloaded, but the library couldn't import it.",
  step_importing: 'Being imported.',
  step_not_imported: 'Not imported yet.',
  step_ready: 'Ready to enjoy.',
  step_ready_in_part: '{files} of {total} {parts} are ready.',
  step_not_ready: 'Not ready yet.',
  step_came_another_way: 'It came another way.',
  step_already_there: 'It was already there.',
  parts_episodes: 'episodes',
  parts_formats: 'formats',
  parts_tracks: 'tracks',
} as const;

const say = sayFrom(STEP_SENTENCES);

export interface TimelineStep {
  readonly key: StepKey;
  readonly state: StepState;
  /** When it was done or began; of an unknown step, when the library could last be read. Null where nobody says. */
  readonly at: number | null;
  readonly sentence: Sentence;
}

export interface Timeline {
  readonly steps: readonly TimelineStep[];
  readonly stalled: Stall | null;
  readonly progress: number | null;
  readonly eta: number | null;
}

type Step = Omit<TimelineStep, 'key'>;
type LibrarySteps = Readonly<Record<'found' | 'downloading' | 'imported' | 'available', Step>>;

/** Lays the library's word over what is saved. Nothing is guessed: a step is done only where a source affirms it. */
export function timelineOf(facts: TimelineFacts): Timeline {
  const { saved, library, now } = facts;
  const steps = {
    asked: step('done', say('step_requested'), saved.requestedAt),
    approved: approvedStep(saved),
    sent: sentStep(saved),
    ...librarySteps(facts),
  };
  const active = library.known && isAccepted(saved) ? activeDownloads(library.arrival) : [];
  const etas = active.flatMap(({ finishesAt }) => (finishesAt !== null && finishesAt > now ? [finishesAt] : []));
  return {
    steps: STEPS.map((key) => ({ key, ...steps[key] })),
    stalled: stallOf(facts),
    progress: library.known && active.length > 0 ? library.arrival.progress : null,
    eta: active.length > 0 && etas.length > 0 ? Math.max(...etas) : null,
  };
}

const step = (state: StepState, sentence: Sentence, at: number | null = null): Step => ({ state, at, sentence });

const isAccepted = ({ decision }: SavedFacts): boolean => decision === 'approved';

function approvedStep({ decision, decidedAt, denyReason }: SavedFacts): Step {
  switch (decision) {
    case 'pending':
      return step('waiting', say('step_waits_for_approval'));
    case 'approved':
      return decidedAt === null
        ? step('skipped', say('step_no_approval_needed'))
        : step('done', say('step_approved'), decidedAt);
    case 'denied':
      return step(
        'failed',
        denyReason ? say('step_declined_because', { reason: denyReason }) : say('step_declined'),
        decidedAt,
      );
    case 'cancelled':
      return step('skipped', say('step_cancelled'), decidedAt);
    case 'unknown':
      return step('failed', say('step_closed'), decidedAt);
  }
}

function sentStep({ decision, delivery, completedAt }: SavedFacts): Step {
  if (decision === 'pending') return step('waiting', say('step_sent_once_approved'));
  if (decision !== 'approved') return step('skipped', say('step_not_sent'));
  switch (delivery.state) {
    case 'complete':
      return step('done', say('step_sent'), completedAt);
    case 'queued':
    case 'processing':
      return step('now', say('step_sending'), delivery.lastAttemptAt);
    case 'waiting_library':
      return step('now', say('step_library_adds_it'), delivery.waitingSince);
    case 'retry':
      return step('waiting', say('step_sent_again'), delivery.lastAttemptAt);
    case 'attention':
      return step('waiting', say('step_not_sent_yet'), delivery.lastAttemptAt);
    case 'approval':
      return step('waiting', say('step_sent_once_approved'));
    case 'cancelled':
      return step('skipped', say('step_not_sent'));
  }
}

function librarySteps({ saved, library }: TimelineFacts): LibrarySteps {
  if (saved.decision === 'pending') return all(step('waiting', say('step_not_started')));
  if (!isAccepted(saved)) {
    const isThere = library.known && library.arrival.isWhole;
    return {
      ...all(step('skipped', say('step_not_needed'))),
      ...(isThere ? { available: step('done', say('step_available_anyway'), library.arrival.fileAddedAt) } : {}),
    };
  }
  if (!library.known) return all(step('unknown', say('step_unknown'), library.lastReadAt));
  const { arrival } = library;
  const unit = UNITS[saved.mediaType];
  return {
    found: foundStep(arrival, unit, saved),
    downloading: downloadingStep(arrival, saved),
    imported: importedStep(arrival, unit),
    available: availableStep(arrival, unit),
  };
}

const all = (one: Step): LibrarySteps => ({ found: one, downloading: one, imported: one, available: one });

/** What the parts of a title are called; null for a title without parts. */
const UNITS = {
  movie: null,
  tv: say('parts_episodes'),
  book: say('parts_formats'),
  music: say('parts_tracks'),
} as const satisfies Readonly<Record<MediaType, Sentence | null>>;

type Unit = Sentence | null;

const counted = ({ files, total }: TitleArrival, parts: Sentence) => ({ files, total, parts });

const isCounted = ({ files, total, isWhole }: TitleArrival, unit: Unit): unit is Sentence =>
  unit !== null && files > 0 && total > 1 && !isWhole;

function foundStep(arrival: TitleArrival, unit: Unit, saved: SavedFacts): Step {
  const { downloads, happened, isWhole } = arrival;
  const queued = (downloads ?? []).filter(({ stage }) => stage !== 'failed');
  const proof = evidence(happened).find(({ kind }) => kind === 'grabbed') ?? evidence(happened)[0];
  if (queued.length > 0 || (proof && (isWhole || !isCounted(arrival, unit)))) {
    const at = earliest(queued.map(({ addedAt }) => addedAt)) ?? proof?.at ?? null;
    return step('done', say('step_found'), at);
  }
  if (isWhole) return withoutProof(happened, saved);
  if (downloads === null) return step('unknown', say('step_unknown'));
  if (!arrival.inLibrary) return step('waiting', say('step_not_in_library'));
  if (!arrival.monitored) return step('waiting', say('step_not_looked_for'));
  if (arrival.unreleased) return step('waiting', say('step_not_released'));
  if (isCounted(arrival, unit)) return step('now', say('step_found_in_part', counted(arrival, unit)));
  return step('now', say('step_looked_for'), arrival.lastSearchedAt);
}

function downloadingStep(arrival: TitleArrival, saved: SavedFacts): Step {
  const { downloads, happened, isWhole } = arrival;
  const active = activeDownloads(arrival);
  if (active.length > 0) {
    const at = earliest(active.map(({ addedAt }) => addedAt));
    if (active.some(({ stage }) => stage === 'downloading')) return step('now', say('step_downloading'), at);
    const isPaused = active.every(({ stage }) => stage === 'paused');
    return step('waiting', isPaused ? say('step_download_paused') : say('step_download_stalled'), at);
  }
  if (downloads?.some(({ stage }) => stage === 'importing' || stage === 'import_blocked'))
    return step('done', say('step_downloaded'));
  const [imported] = evidence(happened).filter(({ kind }) => kind === 'imported');
  if (isWhole) return imported ? step('done', say('step_downloaded'), imported.at) : withoutProof(happened, saved);
  if (downloads === null) return step('unknown', say('step_unknown'));
  const failure = latestFailure(arrival);
  if (failure) return step('failed', say('step_download_failed'), failure.at);
  return step('waiting', say('step_not_downloading'));
}

function importedStep(arrival: TitleArrival, unit: Unit): Step {
  const { downloads, happened, isWhole, fileAddedAt } = arrival;
  const [latest] = (happened ?? []).filter(({ kind }) => kind === 'imported');
  if (isWhole) return step('done', say('step_imported'), fileAddedAt ?? latest?.at ?? null);
  if (isCounted(arrival, unit))
    return step('now', say('step_imported_in_part', counted(arrival, unit)), latest?.at ?? null);
  if (downloads?.some(({ stage }) => stage === 'import_blocked')) return step('waiting', say('step_import_blocked'));
  if (downloads?.some(({ stage }) => stage === 'importing')) return step('now', say('step_importing'));
  return step('waiting', say('step_not_imported'));
}

function availableStep(arrival: TitleArrival, unit: Unit): Step {
  const { isWhole, happened, fileAddedAt } = arrival;
  const [latest] = (happened ?? []).filter(({ kind }) => kind === 'imported');
  if (isWhole) return step('done', say('step_ready'), fileAddedAt ?? latest?.at ?? null);
  if (isCounted(arrival, unit)) return step('now', say('step_ready_in_part', counted(arrival, unit)));
  return step('waiting', say('step_not_ready'));
}

/** All of it is there without a download. It was there already only where the library didn't wait for it when it took the request. */
function withoutProof(happened: readonly Happening[] | null, { delivery }: SavedFacts): Step {
  if (happened === null) return step('unknown', say('step_unknown'));
  return step('skipped', delivery.code === 'requested' ? say('step_came_another_way') : say('step_already_there'));
}

const evidence = (happened: readonly Happening[] | null): readonly Happening[] =>
  (happened ?? []).filter(({ kind, fromDownload }) => kind === 'grabbed' || (kind === 'imported' && fromDownload));

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
