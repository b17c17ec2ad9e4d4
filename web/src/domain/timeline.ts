import type { components } from '../api/schema.js';

/** A step of a request. */
export type Step = components['schemas']['TimelineStepView'];

/** What the time of a step says. */
export type StepTime = 'then' | 'since' | 'reading' | 'search' | 'try';

/** What the time of this step says: of one that can't be told, when the library could last be read. */
export function stepTime({ key, state }: Pick<Step, 'key' | 'state'>): StepTime {
  if (state === 'unknown') return 'reading';
  if (key === 'found' && state === 'now') return 'search';
  if (key === 'sent' && state === 'waiting') return 'try';
  return state === 'now' || state === 'waiting' ? 'since' : 'then';
}

/** What is to be said of a step beside its name; empty where its text only repeats the name. */
export function stepDetail(name: string, text: string): string {
  return text.replace(/\.$/, '') === name ? '' : text;
}

/** So far apart are the shares of a download that are read out. */
const READ_OUT_EVERY = 0.25;

/** Where a request is, for who listens: the step that it has come to, and how much of its download has arrived. */
export function announcedPlace(
  steps: readonly Pick<Step, 'key' | 'state'>[],
  progress: number | undefined,
): { readonly key: Step['key']; readonly share: number | undefined } | undefined {
  const reached = steps.findLast(({ state }) => state === 'done' || state === 'now' || state === 'failed');
  if (reached === undefined) return undefined;
  const share = progress === undefined ? undefined : Math.floor(progress / READ_OUT_EVERY) * READ_OUT_EVERY;
  return { key: reached.key, share };
}

/** The seasons that a request names; undefined where it names none one by one. */
export function namedSeasons(scope: string | undefined): readonly number[] | undefined {
  return scope !== undefined && /^\d+(?:,\d+)*$/.test(scope) ? scope.split(',').map(Number) : undefined;
}
