import { z } from 'zod';
import type { DownloadClient, DownloadJobs, DownloadQueue, PastDownload } from '../downloads/download-client.js';
import { ForeignItemId } from '../downloads/foreign-item-id.js';
import { assertAbsent } from '../downloads/list-reading.js';
import { removeOnce } from '../downloads/removal.js';
import { isSabnzbdItem, jobOf, pastOf, pastSlotsOf, queueOf, sabnzbdHistory, sabnzbdQueue } from './sabnzbd-items.js';
import { type SabnzbdAddress, SabnzbdTransport } from './sabnzbd-transport.js';

/** For the connection test and for actions. */
const QUICK = { deadlineMs: 10_000 } as const;
/** So many of the history are among the jobs. */
const LATEST = 100;
/** Downloads that are still worked on are among the rows of the history; there is room for so many beside what is asked for. */
const ROOM = 100;

const done = z.object({ status: z.literal(true) });

type Action = 'pause' | 'resume' | 'delete';

/**
 * SABnzbd, by its API key. What is being checked, repaired, unpacked or moved has left its queue: it is among the
 * {@link jobs}, where it counts as finished, and not yet in the {@link history}. Actions reach what is in the queue: of the
 * history nothing is paused, resumed or removed.
 *
 * Source: download-clients facts and docs/upstreams/sabnzbd.md.
 */
export class SabnzbdClient implements DownloadClient {
  readonly isItem = isSabnzbdItem;
  private readonly transport: SabnzbdTransport;

  /** @throws UnsafeAddress when the address is no plain http(s) address */
  constructor(address: SabnzbdAddress) {
    this.transport = new SabnzbdTransport(address);
  }

  /** {@inheritDoc DownloadClient.testConnection} The queue is asked for, since the version is told whatever the key is. */
  async testConnection(signal?: AbortSignal): Promise<void> {
    const query = { mode: 'queue', limit: 1 };
    await this.transport.json(
      { operation: 'connection.test', query, signal, reportsRedirects: true, ...QUICK },
      sabnzbdQueue,
    );
  }

  async queue(signal?: AbortSignal): Promise<DownloadQueue> {
    return (await this.readQueue({ signal })).queue;
  }

  async jobs(signal?: AbortSignal): Promise<DownloadJobs> {
    // The queue first: what moves to the history meanwhile is in both, and in neither the other way round.
    const { items, unread } = await this.queue(signal);
    const { rows, lost } = await this.readHistory(LATEST, signal);
    const all = new Map([...items, ...rows.map(jobOf)].map((item) => [item.id, item]));
    return { items: [...all.values()], unread: unread + lost.length };
  }

  async history(limit: number, signal?: AbortSignal): Promise<readonly PastDownload[]> {
    return pastOf((await this.readHistory(limit + ROOM, signal)).rows, limit);
  }

  pauseAll(signal?: AbortSignal): Promise<void> {
    return this.act('queue.pause', { mode: 'pause' }, signal);
  }

  resumeAll(signal?: AbortSignal): Promise<void> {
    return this.act('queue.resume', { mode: 'resume' }, signal);
  }

  async pause(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await this.actOn('pause', id, signal);
    return true;
  }

  async resume(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await this.actOn('resume', id, signal);
    return true;
  }

  async remove(id: string, deleteData: boolean, signal?: AbortSignal): Promise<boolean> {
    if (!(await this.has(id, signal))) return false;
    await removeOnce(
      () => this.actOn('delete', id, signal, deleteData ? { del_files: 1 } : {}),
      async () => !(await this.has(id, signal)),
    );
    return true;
  }

  private async has(id: string, signal?: AbortSignal): Promise<boolean> {
    if (!this.isItem(id)) throw new ForeignItemId();
    const { queue, lost } = await this.readQueue({ signal, ...QUICK });
    const isThere = queue.items.some((item) => item.id === id);
    if (!isThere) assertAbsent({ system: 'sabnzbd', operation: 'queue.read' }, { rows: [], lost }, id);
    return isThere;
  }

  private actOn(action: Action, id: string, signal?: AbortSignal, more: Readonly<Record<string, number>> = {}) {
    return this.act(`item.${action}`, { mode: 'queue', name: action, value: id, ...more }, signal);
  }

  private async act(
    operation: string,
    query: Readonly<Record<string, string | number>>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.transport.json({ operation, query, signal, ...QUICK }, done);
  }

  private async readQueue(how: { signal?: AbortSignal; deadlineMs?: number }) {
    const call = { operation: 'queue.read', query: { mode: 'queue' }, ...how };
    return queueOf(await this.transport.json(call, sabnzbdQueue));
  }

  private async readHistory(limit: number, signal?: AbortSignal) {
    const call = { operation: 'history.read', query: { mode: 'history', start: 0, limit }, signal };
    return pastSlotsOf((await this.transport.json(call, sabnzbdHistory)).history.slots);
  }
}
