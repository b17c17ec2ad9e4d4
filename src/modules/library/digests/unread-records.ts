import type { CreatorFiles } from './creator-files.js';
import type { ArrivedFile } from './recent-arrivals.js';

/** Who has records that can't be read, by the reading of a library that found them. */
export class UnreadRecords {
  private readonly parents = new WeakMap<object, ReadonlySet<number | null>>();

  /** @param unreadable the records, each with the manager's own id of its creator where that much can be read */
  note(reading: object, unreadable: Iterable<{ readonly parentId: number | null }>): void {
    this.parents.set(reading, new Set(Array.from(unreadable, ({ parentId }) => parentId)));
  }

  /** The manager's own ids of these creators; null stands for one of whom not even that can be read. */
  creatorsIn(reading: object): ReadonlySet<number | null> {
    return this.parents.get(reading) ?? new Set();
  }
}

/**
 * The creators whose files have to be read to know what came last: those with files, and those with records that can't be
 * read, each time. Null when it can't be read whose a record is: then what came last is unknown.
 */
export function creatorsToRead(
  withFiles: readonly CreatorFiles[],
  unread: ReadonlySet<number | null>,
): readonly CreatorFiles[] | null {
  if (unread.size === 0) return withFiles;
  const doubtful: CreatorFiles[] = [];
  for (const creatorId of unread) {
    if (creatorId === null) return null;
    doubtful.push({ creatorId, state: null });
  }
  return [...withFiles.filter(({ creatorId }) => !unread.has(creatorId)), ...doubtful];
}

/** Has a record a dated file that none of the readable ones is? It is one that can't be read, and could be shown first. */
export const hasUnreadArrival = (files: readonly ArrivedFile[], readable: ReadonlySet<number>): boolean =>
  files.some(({ recordId, addedAt }) => addedAt !== null && !readable.has(recordId));
