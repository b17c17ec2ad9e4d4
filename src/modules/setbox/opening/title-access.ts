import { setboxRefusal } from '../setbox.errors.js';

/** What a library says of a title: it has a file, it has none, or it can't be asked. */
export type TitleReading = 'held' | 'absent' | 'unknown';

/**
 * May the title be opened, by what the libraries of the caller say? One that holds it is enough; where none does, one that
 * can't be asked leaves it open. Source: doc 1 §4 Set-top box; issue 25, Live title access.
 *
 * @throws AppError 403 `title_unavailable`, 503 `lookup_unavailable`
 */
export function requireHeld(readings: readonly TitleReading[]): void {
  if (readings.includes('held')) return;
  throw setboxRefusal(readings.includes('unknown') ? 'lookup_unavailable' : 'title_unavailable');
}
