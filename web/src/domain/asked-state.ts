import type { PastRequest } from './history-filter.js';
import type { Step } from './timeline.js';
import type { TitleState } from './title-state.js';

/**
 * The state of anybody's request, for an administrator: what was decided, and of what was approved how far it has come. Nothing is
 * there that no step affirms.
 *
 * @param steps of its timeline; undefined where that isn't known
 */
export function askedState(
  decision: PastRequest['decision'],
  steps: readonly Pick<Step, 'key' | 'state'>[] | undefined,
): TitleState {
  const came = new Map(steps?.map(({ key, state }) => [key, state]));
  if (decision === 'pending') return 'pending';
  if (came.get('available') === 'done') return 'available';
  if (decision !== 'approved') return 'denied';
  if (came.get('downloading') === 'now') return 'downloading';
  if (came.get('available') === 'now') return 'partial';
  return came.get('available') === 'waiting' ? 'requested' : 'unknown';
}
