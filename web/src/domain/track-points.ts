import type { Step } from './timeline.js';

/** The points of the track on a title's page. */
export type TrackKey = 'asked' | 'approved' | 'found' | 'downloading' | 'available';

/** A point of the track, and whether it is reached. */
export interface TrackPoint {
  readonly key: TrackKey;
  readonly state: 'done' | 'now' | 'failed' | 'unknown' | 'waiting';
  /** When it was reached; left out where it isn't, or nobody knows. */
  readonly at?: string;
}

/** The seven steps of a request by the points that stand for them. */
const STEPS: readonly (readonly [TrackKey, readonly Step['key'][]])[] = [
  ['asked', ['asked']],
  ['approved', ['approved']],
  ['found', ['sent', 'found']],
  ['downloading', ['downloading']],
  ['available', ['imported', 'available']],
];

/** Where a request is, as five points. */
export function trackPoints(steps: readonly Pick<Step, 'key' | 'state' | 'at'>[]): readonly TrackPoint[] {
  return STEPS.map(([key, names]): TrackPoint => {
    const own = steps.filter((step) => names.includes(step.key));
    const state = stateOf(own.map((step) => step.state));
    const at = state === 'done' ? own.findLast((step) => step.at !== undefined)?.at : undefined;
    return { key, state, ...(at === undefined ? {} : { at }) };
  });
}

/** What is done or not needed is behind. */
function stateOf(states: readonly Step['state'][]): TrackPoint['state'] {
  if (states.includes('failed')) return 'failed';
  if (states.includes('unknown')) return 'unknown';
  const isBehind = (state: Step['state']): boolean => state === 'done' || state === 'skipped';
  if (states.length > 0 && states.every(isBehind)) return 'done';
  return states.includes('now') || states.some(isBehind) ? 'now' : 'waiting';
}
