import { z } from 'zod';
import type { Clock } from '../../core/time/clock.js';
import { MOST_ITEMS } from '../downloads/download-client.js';
import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { isInfoHash, type Torrent } from '../downloads/torrent.js';
import { DELUGE_KEYS, delugeTorrent } from './deluge-torrent.js';
import { type DelugeAddress, DelugeTransport, UnknownMethod } from './deluge-transport.js';

const listing = z.object({
  connected: z.boolean(),
  torrents: z
    .record(z.string(), z.unknown())
    .refine((all) => Object.keys(all).length <= MOST_ITEMS)
    .nullish(),
});
/** Words for a torrent that a pause would have ended; one that is checked or moved, or has failed, keeps its word. */
const MOVING: ReadonlySet<string> = new Set(['Downloading', 'Seeding', 'Queued']);
const SETTLING_MS = 1_500;

/** Each is a list that begins with the host's id. */
const hosts = z.array(z.tuple([z.string().regex(/^[\x21-\x7e]{1,200}$/)], z.unknown()));

/**
 * Deluge through its web interface, which holds torrents of one daemon. A web interface without a daemon is connected to
 * the only one that it knows.
 *
 * Source: download-clients facts and docs/upstreams/deluge.md.
 */
export class DelugeClient extends TorrentClient {
  /** @throws UnsafeAddress when the address is no plain http(s) address */
  constructor(address: DelugeAddress) {
    super(new DelugeTorrents(new DelugeTransport(address), address.clock), address.clock);
  }
}

const idOf = (hash: string): string | null => (isInfoHash(hash) ? hash.toLowerCase() : null);

class DelugeTorrents implements TorrentSystem {
  readonly system: string;
  /** Under way. Two at a time would cut each other off. */
  private connecting: Promise<void> | undefined;

  constructor(
    private readonly transport: DelugeTransport,
    private readonly clock: Clock,
  ) {
    this.system = transport.system;
  }

  async prove(signal: AbortSignal): Promise<void> {
    await this.transport.probe('connection.test', signal);
    await this.all(signal);
  }

  async all(signal: AbortSignal): Promise<ReadList<Torrent>> {
    const operation = 'torrent.list';
    let { connected, torrents } = await this.listing(operation, signal);
    if (!connected) {
      this.connecting ??= this.connectDaemon().finally(() => (this.connecting = undefined));
      await this.connecting;
      ({ connected, torrents } = await this.listing(operation, signal));
    }
    if (!connected) throw this.transport.fault(operation, 'failed', 'server could not connect to its daemon');
    if (!torrents) throw this.transport.fault(operation, 'malformed', 'server answered without a list of torrents');
    return readList({ system: this.system, operation }, Object.entries(torrents), {
      read: (entry) => delugeTorrent(...(entry as [string, unknown])),
      idOf: (entry) => idOf((entry as [string, unknown])[0]),
    });
  }

  async one(hash: string, signal: AbortSignal): Promise<Torrent | null> {
    const list = await this.all(signal);
    const found = list.rows.find(({ item }) => item.id.toLowerCase() === hash);
    if (!found) assertAbsent({ system: this.system, operation: 'torrent.list' }, list, hash);
    return found ?? null;
  }

  /**
   * Version 2 loses a pause that comes within a second of a resume, and answers as if it had paused: so what is paused is read
   * back, and the pause is sent once more. Source: issue 43 C19
   */
  async stop(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.onEach('pause', ids, signal);
    if ((await this.moving(ids, signal)).length === 0) return;
    // What it knows of a torrent, and goes by, is up to a second and a half old.
    await this.clock.sleep(SETTLING_MS, signal);
    const lost = await this.moving(ids, signal);
    if (lost.length === 0) return;
    await this.onEach('pause', lost, signal);
    if ((await this.moving(lost, signal)).length === 0) return;
    await this.clock.sleep(SETTLING_MS, signal);
    if ((await this.moving(lost, signal)).length === 0) return;
    throw this.transport.fault('torrent.pause', 'failed', 'server did not pause the torrent');
  }

  start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.onEach('resume', ids, signal);
  }

  async remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    const operation = 'torrent.remove';
    const call = { operation, method: 'core.remove_torrent', params: [id, deleteData], signal };
    if ((await this.transport.call(call)) !== false) return;
    throw this.transport.fault(operation, 'failed', 'server did not remove the torrent');
  }

  /**
   * Version 2 has a method for a list of torrents, and version 1 takes a list by the method that is for one in version 2. A
   * method that isn't known has no effect, so the other may be called.
   */
  private async onEach(verb: 'pause' | 'resume', ids: readonly string[], signal: AbortSignal): Promise<void> {
    const call = { operation: `torrent.${verb}`, params: [ids], signal };
    try {
      await this.transport.call({ ...call, method: `core.${verb}_torrents` });
    } catch (fault) {
      if (!(fault instanceof UnknownMethod)) throw fault;
      await this.transport.call({ ...call, method: `core.${verb}_torrent` });
    }
  }

  /** Which of these are not paused, by a word that says so. */
  private async moving(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const asked = new Set(ids);
    const moving = (await this.all(signal)).rows.filter(({ item }) => asked.has(item.id) && MOVING.has(item.status));
    return moving.map(({ item }) => item.id);
  }

  private async listing(operation: string, signal: AbortSignal): Promise<z.infer<typeof listing>> {
    const result = await this.transport.call({ operation, method: 'web.update_ui', params: [DELUGE_KEYS, {}], signal });
    return this.judged(operation, listing, result);
  }

  private async connectDaemon(): Promise<void> {
    const operation = 'daemon.connect';
    const known = this.judged(
      operation,
      hosts,
      await this.transport.call({ operation, method: 'web.get_hosts', params: [] }),
    );
    const [only, ...others] = known.map(([id]) => id);
    if (only === undefined)
      throw this.transport.fault(operation, 'failed', 'server is connected to no daemon, and knows none');
    if (others.length > 0)
      throw this.transport.fault(operation, 'failed', 'server is connected to no daemon, and knows more than one');
    await this.transport.call({ operation, method: 'web.connect', params: [only] });
  }

  private judged<T>(operation: string, schema: z.ZodType<T>, result: unknown): T {
    const judged = schema.safeParse(result);
    if (judged.success) return judged.data;
    throw this.transport.fault(operation, 'malformed', 'server answered with unexpected data');
  }
}
