import { FewAtATime } from '../../../core/cache/few-at-a-time.js';
import type { CreatorFiles } from './creator-files.js';
import { newestArrivals, type ArrivedFile } from './recent-arrivals.js';

/** How many creators of a library are read at the same time. Source: doc 4 section 2, book-recent and music-recent. */
const CONCURRENCY = 4;

interface KeptFiles {
  readonly state: string;
  readonly files: readonly ArrivedFile[];
}

/** What is known of a library. */
interface KnownLibrary {
  /** Shared by all readings: one may begin while another one that was dropped still runs. */
  readonly turns: FewAtATime;
  /** What the newest reading found, or takes over. */
  kept: Map<number, KeptFiles>;
  /** The state of each creator in the newest reading. */
  states: ReadonlyMap<number, string | null>;
}

/**
 * The newest files of libraries, read creator by creator. What was read of a creator is kept until his files change: an
 * import in a library of 600 creators costs one read.
 *
 * Source: issue of books and albums, truth and digests.
 */
export class KeptArrivals {
  private readonly libraries = new Map<string, KnownLibrary>();

  /**
   * The newest file of each record of these creators. A creator who can't be read makes all of it fail; what was read of
   * the others is kept. Four creators of a library are read at a time, in however many readings.
   *
   * @param read the files of a creator
   * @throws what `read` throws
   */
  async of(
    instanceId: string,
    creators: readonly CreatorFiles[],
    read: (creatorId: number) => Promise<readonly ArrivedFile[]>,
  ): Promise<readonly ArrivedFile[]> {
    const library = this.begun(instanceId, creators);
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

  /** Forgets a replaced or removed library. */
  forget(instanceId: string): void {
    this.libraries.delete(instanceId);
  }

  /** The library of a new reading, with what is kept of creators who are the same. */
  private begun(instanceId: string, creators: readonly CreatorFiles[]): KnownLibrary {
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
