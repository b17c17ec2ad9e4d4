import { ApiFailure } from './failure.js';

/** Why a post isn't posted again: it was not at that state any more, its event is off, or it is gone. */
export type RepostRefusal = 'settled' | 'eventOff' | 'gone';

/** Reads a refusal to post again; undefined for every other failure. */
export function repostRefusal(failure: unknown): RepostRefusal | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { status, code } = failure;
  if (status === 404) return 'gone';
  if (status !== 409) return undefined;
  return code === 'chat_event_not_posted' ? 'eventOff' : 'settled';
}
