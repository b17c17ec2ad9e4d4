/** What a creator has on disk, to tell whether the list of the creator's files is still the same. */
export interface CreatorFiles {
  /** The manager's own id. */
  readonly creatorId: number;
  /** Equal while no file came or went; null when the manager doesn't count, and the list has to be read each time. */
  readonly state: string | null;
}

/** What a record of a creator has on disk. */
interface HeldFiles {
  /** The manager's own id of the creator; null where the manager names none. */
  readonly creatorId: number | null;
  /** Null where they aren't counted. */
  readonly fileCount: number | null;
  /** Bytes; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
}

/**
 * The creators of whom something is on disk: only their files need to be read, and only again after their state changed.
 *
 * Source: issue of books and albums, truth and digests.
 *
 * @param held the records that have a file
 */
export function creatorsWithFiles(held: Iterable<HeldFiles>): readonly CreatorFiles[] {
  const all = new Map<number, { files: number; size: number; isCounted: boolean }>();
  for (const { creatorId, fileCount, sizeOnDisk } of held) {
    if (creatorId === null) continue;
    const creator = all.get(creatorId) ?? { files: 0, size: 0, isCounted: true };
    creator.files += fileCount ?? 0;
    creator.size += sizeOnDisk ?? 0;
    creator.isCounted &&= fileCount !== null && sizeOnDisk !== null;
    all.set(creatorId, creator);
  }
  return [...all].map(([creatorId, { files, size, isCounted }]) => ({
    creatorId,
    state: isCounted ? `${files} files of ${size} bytes` : null,
  }));
}
