import type { TtlCache } from '../../../core/cache/ttl-cache.js';
import { AppError } from '../../../core/errors/app-error.js';
import { libraryUnreadable } from '../../instances/instances.public.js';
import type { Creator } from '../digests/creators.js';
import { type ArrivedFile, type CreatorFiles, creatorsToRead, hasUnreadArrival } from '../digests/kept-arrivals.js';
import type { CreatorCache, Creators } from './creator-cache.js';
import type { ManagerClient, Snapshot } from './library-kind.js';
import { PAGE_WAITS_MS } from './library-reader.js';

const UNREADABLE = libraryUnreadable().code;

/** What arrivals of a kind of titles are. */
interface Arrivals<Entry, Recent> {
  readonly withFiles: (titles: Iterable<Entry>) => readonly CreatorFiles[];
  /** The manager's own ids of the records of a title that can be shown. */
  readonly recordsOf: (title: Entry) => readonly number[];
  readonly newestFirst: (titles: Iterable<Entry>, files: Iterable<ArrivedFile>) => readonly Recent[];
}

/** What lists of libraries whose titles have authors or artists have in common: what is kept, waits, and what can't be read. */
export abstract class CreatorLists<Client extends ManagerClient, Entry, Recent> {
  protected constructor(protected readonly liveCache: CreatorCache<Client, Entry, Recent>) {}

  protected abstract readCreators(instanceId: string): Promise<Creators>;

  /** Throws for a file that can't be read: it could be the newest of all. */
  protected abstract filesOf(instanceId: string, creatorId: number): Promise<readonly ArrivedFile[]>;

  protected inTime<V>(instanceId: string, read: () => Promise<V>, remembered: () => V = neverRemembered): Promise<V> {
    this.liveCache.reader.watched.note(instanceId);
    return this.liveCache.reader.inTime(instanceId, PAGE_WAITS_MS, { read, remembered });
  }

  /** What is kept stays readable while the library rests. */
  protected async keepOrRead<V>(cache: TtlCache<string, V>, instanceId: string, read: () => Promise<V>): Promise<V> {
    this.liveCache.reader.watched.note(instanceId);
    return cache.get(instanceId) ?? (await this.inTime(instanceId, () => cache.fetch(instanceId, read)));
  }

  protected async snapshot(instanceId: string): Promise<Snapshot<string, Entry>> {
    return readable(await this.liveCache.snapshot(instanceId));
  }

  protected creatorsOf(instanceId: string): Promise<Creators> {
    return this.liveCache.creators.fetch(instanceId, () => this.readCreators(instanceId));
  }

  /** They have a wait of their own: creators that hang don't take the titles down with them. */
  protected async creatorsIfReadable(instanceId: string): Promise<Creators | null> {
    const warm = this.liveCache.creators.get(instanceId);
    if (warm) return warm;
    const read = (): Promise<Creators | null> => this.creatorsOf(instanceId);
    try {
      return await this.inTime(instanceId, read, () => null);
    } catch (fault) {
      if (fault instanceof AppError && fault.code === UNREADABLE) return null;
      throw fault;
    }
  }

  /** What came last, at most so many. Files of a creator are read again only after they have changed, of four at a time. */
  protected async newest(
    instanceId: string,
    limit: number,
    { withFiles, recordsOf, newestFirst }: Arrivals<Entry, Recent>,
  ): Promise<readonly Recent[]> {
    const recent = await this.keepOrRead(this.liveCache.recent, instanceId, async () => {
      const { digest, unreadCreators } = await this.snapshot(instanceId);
      const titles = [...digest.values()];
      const creators = readable(creatorsToRead(withFiles(titles), unreadCreators));
      const read = (creatorId: number): Promise<readonly ArrivedFile[]> => this.filesOf(instanceId, creatorId);
      const files = await this.liveCache.arrivals.of(instanceId, creators, read);
      if (unreadCreators.size > 0 && hasUnreadArrival(files, new Set(titles.flatMap(recordsOf))))
        throw libraryUnreadable();
      return newestFirst(titles, files);
    });
    return recent.slice(0, limit);
  }
}

const neverRemembered = (): never => {
  throw libraryUnreadable();
};

/** @throws AppError 503 for what can't be read */
export function readable<V>(read: V | null): V {
  if (read === null) throw libraryUnreadable();
  return read;
}

/** Undefined when the creators couldn't be read, or have none with this id of the manager's. */
export const creatorIn = (creators: Creators | null, recordId: number | null): Creator | undefined =>
  recordId === null ? undefined : creators?.byRecord.get(recordId);
