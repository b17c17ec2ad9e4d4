import type { Step } from './timeline.js';

/** How the page of a request shows where it is: what is past as one line, what is now, and what is still to come. */
export interface Course<One> {
  /** All that is behind it, steps that weren't needed too. */
  readonly past: readonly One[];
  /** What it has come to: mostly one step, with its bar or its reason. */
  readonly now: readonly One[];
  /** Two at most. */
  readonly later: readonly One[];
}

type Key = Step['key'];
type Reading = Pick<Step, 'key' | 'state'>;

/** These happen at once, or nobody can see them: what comes next is the download. */
const UNSEEN: ReadonlySet<Key> = new Set(['asked', 'approved', 'sent', 'found']);

const isActive = ({ state }: Reading): boolean => state === 'now' || state === 'failed';
const isUnfinished = ({ state }: Reading): boolean => state === 'waiting' || state === 'unknown';

/** Lays the seven steps of a request out. */
export function courseOf<One extends Reading>(steps: readonly One[]): Course<One> {
  const now = stepsOfNow(steps);
  const others = steps.filter((step) => !now.includes(step));
  const first = steps.findIndex((step) => now.includes(step));
  const ahead = others.filter((step) => steps.indexOf(step) > first);
  const isOver = !steps.some(isUnfinished) || now.some(({ key, state }) => key === 'available' && state === 'done');
  const later = isOver ? [] : ahead.filter((step) => isUnfinished(step) && !UNSEEN.has(step.key));
  return {
    past: others.filter((step) => !ahead.includes(step)),
    now,
    later: later.length > 2 ? [...later.slice(0, 1), ...later.slice(-1)] : later,
  };
}

function stepsOfNow<One extends Reading>(steps: readonly One[]): readonly One[] {
  const last = steps.at(-1);
  if (last?.state === 'done') return [last];
  const active = steps.filter(isActive);
  // What has been imported can be watched: both say the same.
  const isReady = active.some(({ key }) => key === 'available');
  if (active.length > 0) return active.filter(({ key }) => !(isReady && key === 'imported'));
  const next = steps.find(isUnfinished) ?? steps.find(({ key }) => key === 'approved');
  return next ? [next] : [];
}

/** The steps that are named where what is past is told in one line: the request, its approval, and the last thing that was done. */
export function namedPast<One extends Reading>(past: readonly One[]): readonly One[] {
  const done = past.filter(({ state }) => state === 'done');
  return done.filter((step) => step.key === 'asked' || step.key === 'approved' || step === done.at(-1));
}
