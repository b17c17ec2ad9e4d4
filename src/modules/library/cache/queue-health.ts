/** What the managers of books and music say of a row of their download queue. Words are compared without their case. */
export interface TrackedRow {
  /** queued, paused, downloading, completed, failed, warning, delay, … */
  readonly status: string;
  /** ok, warning, error; null or empty where the manager says nothing. */
  readonly trackedStatus: string | null;
  /** downloading, importPending, importing, importBlocked, failed, …; null or empty where the manager says nothing. */
  readonly trackedState: string | null;
  /** Is there a message for the manager's administrator, or an error of the download client? */
  readonly hasMessages: boolean;
}

const ACTIVE = new Set(['queued', 'downloading', 'importing']);
const IMPORTING = new Set(['importpending', 'importing']);
/** A state that gets on by itself, or none. */
const GETS_ON = new Set(['', 'downloading', ...IMPORTING]);
const FINE = new Set(['', 'ok']);

/**
 * Does the download get on by itself? It does while it is queued, downloading or importing, or completed and about to be
 * imported, and nobody complains. What is paused, delayed, stalled, blocked or failed needs a person or more time: such
 * a row alone says only that the title is wanted. A word that we don't know is none of the healthy ones.
 *
 * Source: doc 4 section 4.3, healthy row; doc 2 section 3, book title rows; upstream arr-common, queue vocabulary.
 */
export function isHealthy({ status, trackedStatus, trackedState, hasMessages }: TrackedRow): boolean {
  const state = (trackedState ?? '').toLowerCase();
  if (hasMessages || !FINE.has((trackedStatus ?? '').toLowerCase()) || !GETS_ON.has(state)) return false;
  const word = status.toLowerCase();
  return ACTIVE.has(word) || (word === 'completed' && IMPORTING.has(state));
}
