import type { OwnLibrary } from './own-libraries.js';
import { titleState, type StatusReading, type TitleState } from './title-state.js';

/** What a library of the reader has of a title. */
export interface StateInLibrary extends OwnLibrary {
  readonly state: TitleState;
}

/**
 * What each of these libraries has of a title, in their order; none where fewer than two of them say something, since what the one
 * says is said of the title already.
 *
 * @param statuses by the ids of libraries; those of others are left out
 */
export function statesInLibraries(
  libraries: readonly OwnLibrary[],
  statuses: Readonly<Record<string, StatusReading>>,
): readonly StateInLibrary[] {
  const states = libraries.flatMap(({ id, name }) => {
    const status = Object.hasOwn(statuses, id) ? statuses[id] : undefined;
    return status ? [{ id, name, state: titleState(status) }] : [];
  });
  return states.length > 1 ? states : [];
}
