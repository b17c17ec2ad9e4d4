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

export interface TimelineStep {
  readonly key: StepKey;
  readonly state: StepState;
  /** When it was done or began; of an unknown step, when the library could last be read. Null where nobody says. */
  readonly at: number | null;
  readonly text: string;
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
    asked: step('done', 'Requested.', saved.requestedAt),
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

const step = (state: StepState, text: string, at: number | null = null): Step => ({ state, at, text });

const isAccepted = ({ decision }: SavedFacts): boolean => decision === 'approved';

function approvedStep({ decision, decidedAt, denyReason }: SavedFacts): Step {
  switch (decision) {
    case 'pending':
      return step('waiting', 'Waiting for approval.');
    case 'approved':
      return decidedAt === null ? step('skipped', 'No approval needed.') : step('done', 'Approved.', decidedAt);
    case 'denied':
      return step('failed', denyReason ? `Declined: ${denyReason}` : 'Declined.', decidedAt);
    case 'cancelled':
      return step('skipped', 'The request was cancelled.', decidedAt);
    case 'unknown':
      return step('failed', 'The request was closed.', decidedAt);
  }
}

function sentStep({ decision, delivery, completedAt }: SavedFacts): Step {
  if (decision === 'pending') return step('waiting', 'Sent to the library once it is approved.');
  if (decision !== 'approved') return step('skipped', 'Not sent to the library.');
  switch (delivery.state) {
    case 'complete':
      return step('done', 'Sent to the library.', completedAt);
    case 'queued':
    case 'processing':
      return step('now', 'Being sent to the library.', delivery.lastAttemptAt);
    case 'waiting_library':
      return step('now', 'The library is still adding it.', delivery.waitingSince);
    case 'retry':
      return step('waiting', "The library couldn't take it yet. We'll try again.", delivery.lastAttemptAt);
    case 'attention':
      return step('waiting', 'Not sent to the library yet.', delivery.lastAttemptAt);
    case 'approval':
      return step('waiting', 'Sent to the library once it is approved.');
    case 'cancelled':
      return step('skipped', 'Not sent to the library.');
  }
}

function librarySteps({ saved, library }: TimelineFacts): LibrarySteps {
  if (saved.decision === 'pending') return all(step('waiting', 'Not started yet.'));
  if (!isAccepted(saved)) {
    const isThere = library.known && library.arrival.isWhole;
    return {
      ...all(step('skipped', 'Not needed any more.')),
      ...(isThere ? { available: step('done', 'Available anyway.', library.arrival.fileAddedAt) } : {}),
    };
  }
  if (!library.known) return all(step('unknown', "Can't tell right now.", library.lastReadAt));
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
const UNITS: Readonly<Record<MediaType, string | null>> = {
  movie: null,
  tv: 'episodes',
  book: 'formats',
  music: 'tracks',
};

type Unit = (typeof UNITS)[MediaType];

const counted = ({ files, total }: TitleArrival, unit: Unit): string => `${files} of ${total} ${unit}`;

const isCounted = ({ files, total, isWhole }: TitleArrival, unit: Unit): boolean =>
  unit !== null && files > 0 && total > 1 && !isWhole;

function foundStep(arrival: TitleArrival, unit: Unit, saved: SavedFacts): Step {
  const { downloads, happened, isWhole } = arrival;
  const queued = (downloads ?? []).filter(({ stage }) => stage !== 'failed');
  const proof = evidence(happened).find(({ kind }) => kind === 'grabbed') ?? evidence(happened)[0];
  if (queued.length > 0 || (proof && (isWhole || !isCounted(arrival, unit)))) {
    const at = earliest(queued.map(({ addedAt }) => addedAt)) ?? proof?.at ?? null;
    return step('done', 'Found.', at);
  }
  if (isWhole) return withoutProof(happened, saved);
  if (downloads === null) return step('unknown', "Can't tell right now.");
  if (!arrival.inLibrary) return step('waiting', 'Not in the library.');
  if (!arrival.monitored) return step('waiting', 'Nobody is looking for it.');
  if (arrival.unreleased) return step('waiting', 'Not released yet.');
  if (isCounted(arrival, unit)) return step('now', `Found ${counted(arrival, unit)}. Looking for the rest.`);
  return step('now', 'Looking for it.', arrival.lastSearchedAt);
}

function downloadingStep(arrival: TitleArrival, saved: SavedFacts): Step {
  const { downloads, happened, isWhole } = arrival;
  const active = activeDownloads(arrival);
  if (active.length > 0) {
    const at = earliest(active.map(({ addedAt }) => addedAt));
    if (active.some(({ stage }) => stage === 'downloading')) return step('now', 'Downloading.', at);
    const isPaused = active.every(({ stage }) => stage === 'paused');
    return step('waiting', isPaused ? 'The download is paused.' : "The download isn't getting anywhere.", at);
  }
  if (downloads?.some(({ stage }) => stage === 'importing' || stage === 'import_blocked'))
    return step('done', 'Downloaded.');
  const [imported] = evidence(happened).filter(({ kind }) => kind === 'imported');
  if (isWhole) return imported ? step('done', 'Downloaded.', imported.at) : withoutProof(happened, saved);
  if (downloads === null) return step('unknown', "Can't tell right now.");
  const failure = latestFailure(arrival);
  if (failure) return step('failed', 'The download failed.', failure.at);
  return step('waiting', 'Not downloading yet.');
}

function importedStep(arrival: TitleArrival, unit: Unit): Step {
  const { downloads, happened, isWhole, fileAddedAt } = arrival;
  const [latest] = (happened ?? []).filter(({ kind }) => kind === 'imported');
  if (isWhole) return step('done', 'Imported.', fileAddedAt ?? latest?.at ?? null);
  if (isCounted(arrival, unit)) return step('now', `${counted(arrival, unit)} imported.`, latest?.at ?? null);
  if (downloads?.some(({ stage }) => stage === 'import_blocked'))
    return step('waiting', "Downloaded, but the library couldn't import it.");
  if (downloads?.some(({ stage }) => stage === 'importing')) return step('now', 'Being imported.');
  return step('waiting', 'Not imported yet.');
}

function availableStep(arrival: TitleArrival, unit: Unit): Step {
  const { isWhole, happened, fileAddedAt } = arrival;
  const [latest] = (happened ?? []).filter(({ kind }) => kind === 'imported');
  if (isWhole) return step('done', 'Ready to enjoy.', fileAddedAt ?? latest?.at ?? null);
  if (isCounted(arrival, unit)) return step('now', `${counted(arrival, unit)} are ready.`);
  return step('waiting', 'Not ready yet.');
}

/**
 * All of it is there, and nothing says that it was downloaded. It was there already only where the library didn't wait
 * for it when it took the request.
 */
function withoutProof(happened: readonly Happening[] | null, { delivery }: SavedFacts): Step {
  if (happened === null) return step('unknown', "Can't tell right now.");
  return step('skipped', delivery.code === 'requested' ? 'It came another way.' : 'It was already there.');
}

const evidence = (happened: readonly Happening[] | null): readonly Happening[] =>
  (happened ?? []).filter(({ kind, fromDownload }) => kind === 'grabbed' || (kind === 'imported' && fromDownload));

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
