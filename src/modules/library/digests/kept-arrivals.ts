import type { CreatorFiles } from './creator-files.js';
import { newestArrivals, type ArrivedFile } from './recent-arrivals.js';

/** How many creators of a library are read at the same time. Source: doc 4 section 2, book-recent and music-recent. */
const CONCURRENCY = 4;

interface KeptFiles {
  readonly state: string;
  readonly files: readonly ArrivedFile[];
}

/**
 * The newest files of libraries, read creator by creator. What was read of a creator is kept until his files change: an
 * import in a library of 600 creators costs one read.
 *
 * Source: issue of books and albums, truth and digests.
 */
export class KeptArrivals {
  private readonly libraries = new Map<string, Map<number, KeptFiles>>();

  /**
   * The newest file of each record of these creators. A creator who can't be read makes all of it fail; what was read of
   * the others is kept.
   *
   * @param read the files of a creator
   * @throws what `read` throws
   */
  async of(
    instanceId: string,
    creators: readonly CreatorFiles[],
    read: (creatorId: number) => Promise<readonly ArrivedFile[]>,
  ): Promise<readonly ArrivedFile[]> {
    const before = this.libraries.get(instanceId);
    const now = new Map<number, KeptFiles>();
    const found: (readonly ArrivedFile[])[] = [];
    const waiting: CreatorFiles[] = [];
    for (const creator of creators) {
      const known = before?.get(creator.creatorId);
      if (known && known.state === creator.state) now.set(creator.creatorId, known);
      else waiting.push(creator);
    }
    this.libraries.set(instanceId, now);
    const readNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { creatorId, state } = next;
        const files = newestOf(await read(creatorId));
        if (state === null) found.push(files);
        else now.set(creatorId, { state, files });
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
    } catch (fault) {
      waiting.length = 0;
      throw fault;
    }
    return [...found, ...[...now.values()].map(({ files }) => files)].flat();
  }

  /** Forgets a replaced or removed library. */
  forget(instanceId: string): void {
    this.libraries.delete(instanceId);
  }
}

const newestOf = (files: readonly ArrivedFile[]): readonly ArrivedFile[] =>
  [...newestArrivals(files)].map(([recordId, addedAt]) => ({ recordId, addedAt }));
