import type { Clock } from '../../core/time/clock.js';
import { withinWhole } from './client-session.js';
import {
  type DownloadClient,
  type DownloadJobs,
  type DownloadQueue,
  ForeignItemId,
  type PastDownload,
  removeOnce,
} from './download-client.js';
import type { ReadList } from './list-reading.js';
import { isInfoHash, isPast, type Torrent, torrentHistory, torrentQueue } from './torrent.js';

/** What a product does by calls of its own. Each method throws UpstreamError where the product can't be read or refuses. */
export interface TorrentSystem {
  readonly system: string;
  prove(signal: AbortSignal): Promise<void>;
  /** All of them. What a row that can't be read is about is not gone, but unknown; ids of lost ones are hashes in lower case. */
  all(signal: AbortSignal): Promise<ReadList<Torrent>>;
  /** By hash, 40 digits in lower case; null when the product affirms that it has none. @throws UpstreamError where a lost row may be it */
  one(hash: string, signal: AbortSignal): Promise<Torrent | null>;
  /** @param ids as the product reported them; at least one */
  stop(ids: readonly string[], signal: AbortSignal): Promise<void>;
  start(ids: readonly string[], signal: AbortSignal): Promise<void>;
  remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void>;
}

const READ_MS = 35_000;
const ACTION_MS = 10_000;

type Act = (ids: readonly string[], signal: AbortSignal) => Promise<void>;

/** What all torrent clients share: an action names torrents by the hashes that the product has just reported, never "all". */
export class TorrentClient implements DownloadClient {
  readonly isItem = isInfoHash;

  protected constructor(
    private readonly torrents: TorrentSystem,
    private readonly clock: Clock,
  ) {}

  testConnection(signal?: AbortSignal): Promise<void> {
    return this.within('connection.test', ACTION_MS, signal, (ended) => this.torrents.prove(ended));
  }

  async queue(signal?: AbortSignal): Promise<DownloadQueue> {
    return torrentQueue(await this.all(signal));
  }

  async jobs(signal?: AbortSignal): Promise<DownloadJobs> {
    const { rows, lost } = await this.all(signal);
    return { items: rows.map(({ item }) => item), unread: lost.length };
  }

  async history(limit: number, signal?: AbortSignal): Promise<readonly PastDownload[]> {
    return torrentHistory((await this.all(signal)).rows, limit);
  }

  pauseAll(signal?: AbortSignal): Promise<void> {
    return this.onUnfinished('queue.pause', (ids, ended) => this.torrents.stop(ids, ended), signal);
  }

  resumeAll(signal?: AbortSignal): Promise<void> {
    return this.onUnfinished('queue.resume', (ids, ended) => this.torrents.start(ids, ended), signal);
  }

  pause(id: string, signal?: AbortSignal): Promise<boolean> {
    return this.onOne('item.pause', id, (ids, ended) => this.torrents.stop(ids, ended), signal);
  }

  resume(id: string, signal?: AbortSignal): Promise<boolean> {
    return this.onOne('item.resume', id, (ids, ended) => this.torrents.start(ids, ended), signal);
  }

  async remove(id: string, deleteData: boolean, signal?: AbortSignal): Promise<boolean> {
    let isThere = true;
    let isAsked = false;
    const act: Act = async ([own = ''], ended) => {
      isAsked = true;
      await this.torrents.remove(own, deleteData, ended);
    };
    const ask = async (): Promise<void> => {
      isThere = await this.onOne('item.remove', id, act, signal);
    };
    // A fault of the look-up says nothing: nobody has asked for a removal then.
    await removeOnce(ask, async () => isAsked && (await this.isGone(id, signal)));
    return isThere;
  }

  private all(signal?: AbortSignal): Promise<ReadList<Torrent>> {
    return this.within('queue.read', READ_MS, signal, (ended) => this.torrents.all(ended));
  }

  private onUnfinished(operation: string, act: Act, signal?: AbortSignal): Promise<void> {
    return this.within(operation, ACTION_MS, signal, async (ended) => {
      const unfinished = (await this.torrents.all(ended)).rows.filter((torrent) => !isPast(torrent));
      const ids = unfinished.map(({ item }) => item.id);
      // No list at all may mean all of them.
      if (ids.length > 0) await act(ids, ended);
    });
  }

  private async onOne(operation: string, id: string, act: Act, signal?: AbortSignal): Promise<boolean> {
    if (!this.isItem(id)) throw new ForeignItemId();
    return this.within(operation, ACTION_MS, signal, async (ended) => {
      const found = await this.torrents.one(id.toLowerCase(), ended);
      if (found === null) return false;
      await act([found.item.id], ended);
      return true;
    });
  }

  private async isGone(id: string, signal?: AbortSignal): Promise<boolean> {
    const read = (ended: AbortSignal) => this.torrents.one(id.toLowerCase(), ended);
    return (await this.within('item.remove', ACTION_MS, signal, read)) === null;
  }

  private within<T>(
    operation: string,
    ms: number,
    signal: AbortSignal | undefined,
    work: (ended: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withinWhole({ system: this.torrents.system, operation, clock: this.clock, ms, signal }, work);
  }
}
