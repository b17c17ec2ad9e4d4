import { z } from 'zod';
import type { Clock } from '../../core/time/clock.js';
import { type DownloadState, MOST_ITEMS, type StandstillReason } from '../downloads/download-client.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { isInfoHash, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { sayHttp } from '../http/http.sentences.js';
import { shownText } from '../http/legible-text.js';
import { lenient } from '../http/lenient-members.js';
import { type DelugeAddress, DelugeTransport, UnknownMethod } from './deluge-transport.js';

/** What a torrent is asked for; a client leaves out a key that it doesn't know, as `label` without the plugin. */
export const DELUGE_KEYS = [
  'hash',
  'name',
  'state',
  'progress',
  'total_size',
  'total_done',
  'eta',
  'download_payload_rate',
  'message',
  'label',
  'save_path',
  'is_finished',
  'time_added',
  'completed_time',
  'num_peers',
  'num_seeds',
] as const;

/** What the client's own word says of a torrent that isn't finished. */
export const DELUGE_STATES: Readonly<
  Record<string, { readonly state: DownloadState; readonly reason: StandstillReason | null }>
> = {
  Allocating: { state: 'queued', reason: 'waiting' },
  Checking: { state: 'checking', reason: null },
  Downloading: { state: 'downloading', reason: null },
  Seeding: { state: 'finished', reason: null },
  Paused: { state: 'paused', reason: 'paused' },
  Error: { state: 'failed', reason: null },
  Queued: { state: 'queued', reason: 'waiting' },
  Moving: { state: 'downloading', reason: null },
};

/** A word that we don't know is of no use to say that anything moves. */
const UNKNOWN = { state: 'queued', reason: null } as const;

const number = lenient(z.number());

const row = z.object({
  hash: lenient(z.string()),
  name: lenient(z.string()),
  state: z.string(),
  is_finished: z.boolean(),
  progress: number,
  total_size: number,
  total_done: number,
  eta: number,
  download_payload_rate: number,
  label: lenient(z.string()),
  time_added: number,
  completed_time: number,
  num_peers: number,
  num_seeds: number,
});

type Row = z.infer<typeof row>;

/** Null without a hash, a state or whether it is finished, or of another hash than its key. Message and path are never read. */
export function delugeTorrent(hash: string, value: unknown): Torrent | null {
  const judged = row.safeParse(value);
  if (!isInfoHash(hash) || !judged.success) return null;
  const { data } = judged;
  if (data.hash !== null && data.hash.toLowerCase() !== hash.toLowerCase()) return null;
  const sizeBytes = wholeNumber(data.total_size);
  const { state, reason } = stateOf(data);
  return {
    isFinished: data.is_finished,
    completedAt: momentOf(data.completed_time),
    item: {
      id: hash,
      managerId: hash.toUpperCase(),
      name: shownText(data.name ?? ''),
      sizeBytes,
      sizeLeftBytes: data.is_finished ? 0 : Math.max(0, sizeBytes - wholeNumber(data.total_done)),
      progress: progressOf(data),
      speedBps: wholeNumber(data.download_payload_rate),
      etaSeconds: data.eta !== null && data.eta > 0 ? Math.ceil(data.eta) : null,
      status: shownText(data.state),
      category: shownText(data.label ?? ''),
      state,
      reason,
      isFetchingMetadata: data.state === 'Downloading' && !data.is_finished && data.total_size === 0,
      addedAt: momentOf(data.time_added),
    },
  };
}

/** Finished is finished, whether it seeds, waits or is checked again; but not where the client reports an error. */
function stateOf(data: Row): { readonly state: DownloadState; readonly reason: StandstillReason | null } {
  const said = Object.hasOwn(DELUGE_STATES, data.state) ? (DELUGE_STATES[data.state] ?? UNKNOWN) : UNKNOWN;
  if (data.is_finished && said.state !== 'failed') return { state: 'finished', reason: null };
  const isAlone = data.num_peers === 0 && data.num_seeds === 0 && wholeNumber(data.download_payload_rate) === 0;
  return data.state === 'Downloading' && isAlone ? { state: 'stalled', reason: 'no_peers' } : said;
}

/** The client counts a torrent with an error as begun anew: what is there is told by its bytes. */
function progressOf({ state, progress, total_size, total_done }: Row): number {
  const size = wholeNumber(total_size);
  if (state === 'Error') return size > 0 ? Math.min(100, (wholeNumber(total_done) / size) * 100) : 0;
  return Math.min(100, Math.max(0, progress ?? 0));
}

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

/** Deluge through its web interface. One without a daemon is connected to the only daemon that it knows. */
export class DelugeClient extends TorrentClient {
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
    if (!connected) throw this.transport.fault(operation, 'failed', sayDownloadClient('deluge_daemon_not_connected'));
    if (!torrents) throw this.transport.fault(operation, 'malformed', sayDownloadClient('deluge_lists_no_torrents'));
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

  /** Version 2 loses a pause within a second of a resume and answers as if it had paused: it is read back, and sent once more. */
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
    throw this.transport.fault('torrent.pause', 'failed', sayDownloadClient('deluge_torrent_not_paused'));
  }

  start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.onEach('resume', ids, signal);
  }

  async remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    const operation = 'torrent.remove';
    const call = { operation, method: 'core.remove_torrent', params: [id, deleteData], signal };
    if ((await this.transport.call(call)) !== false) return;
    throw this.transport.fault(operation, 'failed', sayDownloadClient('deluge_torrent_not_removed'));
  }

  /** Version 1 takes lists by the method that version 2 has for one torrent. An unknown method has no effect: the other may be called. */
  private async onEach(verb: 'pause' | 'resume', ids: readonly string[], signal: AbortSignal): Promise<void> {
    const call = { operation: `torrent.${verb}`, params: [ids], signal };
    try {
      await this.transport.call({ ...call, method: `core.${verb}_torrents` });
    } catch (fault) {
      if (!(fault instanceof UnknownMethod)) throw fault;
      await this.transport.call({ ...call, method: `core.${verb}_torrent` });
    }
  }

  private async moving(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const asked = new Set(ids);
    const moving = (await this.all(signal)).rows.filter(({ item }) => asked.has(item.id) && MOVING.has(item.status));
    return moving.map(({ item }) => item.id);
  }

  private async listing(operation: string, signal: AbortSignal): Promise<z.infer<typeof listing>> {
    const result = await this.transport.call({ operation, method: 'web.update_ui', params: [DELUGE_KEYS, {}], signal });
    return this.parseResult(operation, listing, result);
  }

  private async connectDaemon(): Promise<void> {
    const operation = 'daemon.connect';
    const known = this.parseResult(
      operation,
      hosts,
      await this.transport.call({ operation, method: 'web.get_hosts', params: [] }),
    );
    const [only, ...others] = known.map(([id]) => id);
    if (only === undefined)
      throw this.transport.fault(operation, 'failed', sayDownloadClient('deluge_knows_no_daemon'));
    if (others.length > 0)
      throw this.transport.fault(operation, 'failed', sayDownloadClient('deluge_knows_several_daemons'));
    await this.transport.call({ operation, method: 'web.connect', params: [only] });
  }

  private parseResult<T>(operation: string, schema: z.ZodType<T>, result: unknown): T {
    const judged = schema.safeParse(result);
    if (judged.success) return judged.data;
    throw this.transport.fault(operation, 'malformed', sayHttp('answer_unexpected'));
  }
}
