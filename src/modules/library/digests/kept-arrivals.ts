import { FewAtATime } from '../../../core/cache/few-at-a-time.js';

export interface ArrivedFile {
  /** The manager's own id of the record that it belongs to. */
  readonly recordId: number;
  /** When it came, in epoch milliseconds; null where that is unknown. */
  readonly addedAt: number | null;
}

/** When the newest file of each record came, in epoch milliseconds. Records without a dated file are left out. */
export function newestArrivals(files: Iterable<ArrivedFile>): ReadonlyMap<number, number> {
  const newest = new Map<number, number>();
  for (const { recordId, addedAt } of files) {
    if (addedAt !== null && addedAt > (newest.get(recordId) ?? -Infinity)) newest.set(recordId, addedAt);
  }
  return newest;
}

/** Tells whether the list of a creator's files is still the same. */
export interface CreatorFiles {
  /** The manager's own id. */
  readonly creatorId: number;
  /** Equal while no file came or went; null when the manager doesn't count, and the list has to be read each time. */
  readonly state: string | null;
}

interface HeldFiles {
  /** The manager's own id of the creator; null where the manager names none. */
  readonly creatorId: number | null;
  /** Null where they aren't counted. */
  readonly fileCount: number | null;
  /** Bytes; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
}

/**
 * Only their files need to be read, and only again after their state changed.
 * Source: issue of books and albums, truth and digests.
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

/** Those with files or with records that can't be read. Null when it can't be read whose a record is: then the last is unknown. */
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

/** A record that can't be read has a dated file, and could be shown first. */
export const hasUnreadArrival = (files: readonly ArrivedFile[], readable: ReadonlySet<number>): boolean =>
  files.some(({ recordId, addedAt }) => addedAt !== null && !readable.has(recordId));

const CONCURRENCY = 4;

interface KeptFiles {
  readonly state: string;
  readonly files: readonly ArrivedFile[];
}

interface KnownLibrary {
  /** Shared by all readings: one may begin while another one that was dropped still runs. */
  readonly turns: FewAtATime;
  /** What the newest reading found, or takes over. */
  kept: Map<number, KeptFiles>;
  states: ReadonlyMap<number, string | null>;
}

/** What was read of a creator is kept until his files change: an import in a library of 600 creators costs one read. */
export class KeptArrivals {
  private readonly libraries = new Map<string, KnownLibrary>();

  /**
   * A creator who can't be read makes all of it fail; what was read of the others is kept. Four creators of a library are read
   * at a time, in however many readings.
   */
  async of(
    instanceId: string,
    creators: readonly CreatorFiles[],
    read: (creatorId: number) => Promise<readonly ArrivedFile[]>,
  ): Promise<readonly ArrivedFile[]> {
    const library = this.beginReading(instanceId, creators);
    const found: ArrivedFile[] = [];
    const take = (files: readonly ArrivedFile[]): void => {
      for (const file of files) found.push(file);
    };
    const waiting: CreatorFiles[] = [];
    for (const creator of creators) {
      const known = keptOf(library, creator);
      if (known) take(known);
      else waiting.push(creator);
    }
    let hasFailed = false;
    const readOne = async (creator: CreatorFiles): Promise<void> => {
      if (hasFailed) return;
      // Another reading may have come first.
      const files = keptOf(library, creator) ?? newestOf(await read(creator.creatorId));
      keep(library, creator, files);
      take(files);
    };
    const queue = waiting.values();
    const readInTurn = async (): Promise<void> => {
      for (const creator of queue) await library.turns.run(() => readOne(creator));
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, readInTurn));
    } catch (fault) {
      hasFailed = true;
      throw fault;
    }
    return found;
  }

  forget(instanceId: string): void {
    this.libraries.delete(instanceId);
  }

  private beginReading(instanceId: string, creators: readonly CreatorFiles[]): KnownLibrary {
    const known = this.libraries.get(instanceId);
    const library: KnownLibrary = known ?? {
      turns: new FewAtATime(CONCURRENCY, Infinity),
      kept: new Map(),
      states: new Map(),
    };
    const before = library.kept;
    library.kept = new Map();
    library.states = new Map(creators.map(({ creatorId, state }) => [creatorId, state]));
    for (const [creatorId, one] of before)
      if (library.states.get(creatorId) === one.state) library.kept.set(creatorId, one);
    this.libraries.set(instanceId, library);
    return library;
  }
}

function keptOf({ kept }: KnownLibrary, { creatorId, state }: CreatorFiles): readonly ArrivedFile[] | undefined {
  const known = kept.get(creatorId);
  return known && known.state === state ? known.files : undefined;
}

/** What an older reading found is kept as long as the newest one knows the same state. */
function keep({ kept, states }: KnownLibrary, { creatorId, state }: CreatorFiles, files: readonly ArrivedFile[]): void {
  if (state !== null && states.get(creatorId) === state) kept.set(creatorId, { state, files });
}

const newestOf = (files: readonly ArrivedFile[]): readonly ArrivedFile[] =>
  [...newestArrivals(files)].map(([recordId, addedAt]) => ({ recordId, addedAt }));
