import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { ClientItem } from './join-jobs.js';
import type { ClientSource } from './sources.js';

/**
 * Since when torrents have looked for their lists of files, as far as we have seen: for clients that don't say when something
 * was added. It holds no more than the last reading of the clients.
 */
export class FetchingItems {
  private seen = new Map<string, number>();

  /** @param now epoch milliseconds */
  note(clients: readonly ClientSource[], now: number): void {
    const still = new Map<string, number>();
    for (const source of clients)
      for (const item of source.items) {
        if (!isNoted(item)) continue;
        const key = keyOf({ source, item });
        still.set(key, this.seen.get(key) ?? now);
      }
    this.seen = still;
  }

  /** Epoch milliseconds; null for an item that doesn't look for its list of files. */
  since(one: ClientItem): number | null {
    return isNoted(one.item) ? (this.seen.get(keyOf(one)) ?? null) : null;
  }
}

const isNoted = ({ isFetchingMetadata, addedAt }: DownloadItem): boolean => isFetchingMetadata && addedAt === null;

const keyOf = ({ source, item }: ClientItem): string => `${source.id} ${item.id}`;
