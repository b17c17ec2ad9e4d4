import { z } from 'zod';
import type { DownloadClient, DownloadJobs, DownloadQueue, PastDownload } from '../downloads/download-client.js';
import { ForeignItemId } from '../downloads/foreign-item-id.js';
import { assertAbsent } from '../downloads/list-reading.js';
import { removeOnce } from '../downloads/removal.js';
import {
  isNzbgetItem,
  jobOf,
  latestOf,
  nzbgetGroups,
  nzbgetHistory,
  nzbgetStatus,
  pastOf,
  queueOf,
} from './nzbget-items.js';
import { type NzbgetAddress, NzbgetTransport } from './nzbget-transport.js';

/** For the connection test and for actions. */
const QUICK = { deadlineMs: 10_000 } as const;
/** So many of the history are among the jobs. */
const LATEST = 100;

interface How {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
}

/**
 * NZBGet, by user name and password. What is being repaired, unpacked or moved is in its queue, and counts as finished.
 * Actions reach what is in the queue: of the history nothing is paused, resumed or removed.
 *
 * Source: download-clients facts and docs/upstreams/nzbget.md.
 */
export class NzbgetClient implements DownloadClient {
  readonly isItem = isNzbgetItem;
  private readonly transport: NzbgetTransport;

  /** @throws UnsafeAddress when the address is no plain http(s) address */
  constructor(address: NzbgetAddress) {
    this.transport = new NzbgetTransport(address);
  }

  /** {@inheritDoc DownloadClient.testConnection} The version isn't asked for: a user who may only add learns it too. */
  async testConnection(signal?: AbortSignal): Promise<void> {
    const call = { operation: 'connection.test', method: 'status', params: [] };
    await this.transport.read({ ...call, signal, reportsRedirects: true, ...QUICK }, nzbgetStatus);
  }

  async queue(signal?: AbortSignal): Promise<DownloadQueue> {
    const groups = await this.readGroups({ signal });
    const call = { operation: 'status.read', method: 'status', params: [], signal };
    return queueOf(groups, await this.transport.read(call, nzbgetStatus));
  }

  async jobs(signal?: AbortSignal): Promise<DownloadJobs> {
    // The queue first: what moves to the history meanwhile is in both, and in neither the other way round.
    const { items, unread } = await this.queue(signal);
    const { rows, lost } = await this.readHistory(signal);
    const all = new Map([...items, ...latestOf(rows, LATEST).map(jobOf)].map((item) => [item.id, item]));
    return { items: [...all.values()], unread: unread + lost.length };
  }

  async history(limit: number, signal?: AbortSignal): Promise<readonly PastDownload[]> {
    return latestOf((await this.readHistory(signal)).rows, limit).map(pastOf);
  }

  pauseAll(signal?: AbortSignal): Promise<void> {
    return this.switch('queue.pause', 'pausedownload', signal);
  }

  resumeAll(signal?: AbortSignal): Promise<void> {
    return this.switch('queue.resume', 'resumedownload', signal);
  }

  async pause(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await this.edit('item.pause', 'GroupPause', id, signal);
    return true;
  }

  async resume(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await this.edit('item.resume', 'GroupResume', id, signal);
    return true;
  }

  /**
   * {@inheritDoc DownloadClient.remove} The download moves to NZBGet's history.
   *
   * @param _deleteData ignored: what becomes of the files is for NZBGet's own settings to say
   */
  async remove(id: string, _deleteData: boolean, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await removeOnce(
      () => this.edit('item.remove', 'GroupDelete', id, signal),
      async () => !(await this.has(id, signal)),
    );
    return true;
  }

  private async has(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!this.isItem(id)) throw new ForeignItemId();
    const groups = await this.readGroups({ signal, ...QUICK });
    const isThere = groups.rows.some(({ NZBID }) => String(NZBID) === id);
    if (!isThere) assertAbsent({ system: 'nzbget', operation: 'queue.read' }, groups, id);
    return isThere;
  }

  /**
   * The parameters are given in the order of version 18, which took one out; in the older order only where NZBGet affirms that
   * it has done nothing.
   */
  private async edit(operation: string, command: string, id: string, signal?: AbortSignal): Promise<void> {
    const ids = [Number(id)];
    for (const params of [
      [command, '', ids],
      [command, 0, '', ids],
    ]) {
      if (await this.transport.act({ operation, method: 'editqueue', params, signal, ...QUICK })) return;
    }
    throw this.transport.refused(operation);
  }

  private async switch(operation: string, method: string, signal?: AbortSignal): Promise<void> {
    if (await this.transport.act({ operation, method, params: [], signal, ...QUICK })) return;
    throw this.transport.refused(operation);
  }

  private async readGroups(how: How) {
    const call = { operation: 'queue.read', method: 'listgroups', params: [0], ...how };
    return nzbgetGroups(await this.transport.read(call, z.unknown()));
  }

  private async readHistory(signal?: AbortSignal) {
    const call = { operation: 'history.read', method: 'history', params: [false], signal };
    return nzbgetHistory(await this.transport.read(call, z.unknown()));
  }
}
