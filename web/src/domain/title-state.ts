/** The state of a title for the reader, as pages name it. */
export type TitleState =
  | 'available'
  | 'partial'
  | 'downloading'
  | 'requested'
  | 'pending'
  | 'denied'
  | 'unavailable'
  | 'unknown';

/** The members of a status that decide the state. */
export interface StatusReading {
  readonly status: Exclude<TitleState, 'unknown'>;
  readonly status_known: boolean;
}

/** What may be said: where the library can't be read, the saved status is no statement about it, unless nothing was sent yet. */
export function titleState({ status, status_known }: StatusReading): TitleState {
  return status_known || status === 'pending' || status === 'denied' ? status : 'unknown';
}

/** Is something still to come of it, so that it is worth looking at again? */
export function isMoving(state: TitleState): boolean {
  return state === 'pending' || state === 'requested' || state === 'downloading' || state === 'unknown';
}

/** May the reader request it? A title that is partly there may be completed, and one that was declined asked for again. */
export function isRequestable(state: TitleState, kind: 'movie' | 'tv' | 'music'): boolean {
  return state === 'unavailable' || state === 'denied' || (kind !== 'movie' && state === 'partial');
}
