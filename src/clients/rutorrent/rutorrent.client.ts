import type { DownloadState, StandstillReason } from '../downloads/download-client.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { amountsOf, isInfoHash, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { sayHttp } from '../http/http.sentences.js';
import { shownText } from '../http/legible-text.js';
import { RtorrentFault, type RutorrentAddress, RutorrentTransport } from './rutorrent-transport.js';
import { xmlRpcStruct, type XmlRpcValue } from './xml-rpc.js';

/** What a torrent is asked for, in the order of the answer. */
export const RTORRENT_COMMANDS = [
  'd.hash=',
  'd.name=',
  'd.size_bytes=',
  'd.left_bytes=',
  'd.down.rate=',
  'd.is_open=',
  'd.is_active=',
  'd.complete=',
  'd.message=',
  'd.custom1=',
  'd.base_path=',
  'd.is_hash_checking=',
] as const;

/** What rTorrent 0.9.8 knows beside these; an older one, to which one of them is unknown, fails the whole call. */
export const RTORRENT_MORE_COMMANDS = [
  'd.peers_connected=',
  'd.load_date=',
  'd.timestamp.finished=',
  'd.is_meta=',
] as const;

type StateAndReason = readonly [DownloadState, StandstillReason | null];

/** What ruTorrent calls a torrent, and what that says of one that isn't finished. */
export const RUTORRENT_STATES = {
  checking: ['checking', null],
  stopped: ['paused', 'paused'],
  paused: ['paused', 'paused'],
  seeding: ['finished', null],
  downloading: ['downloading', null],
} as const satisfies Readonly<Record<string, StateAndReason>>;

/** A tracker that doesn't answer is no error of the torrent: others may. */
const OF_TRACKERS = /^(?:tracker: \[|tried all trackers)/i;
const NO_SPACE = /no space left/i;

/** Values in the order of the commands. Null where they don't say which torrent it is and how it stands. */
export function rutorrentTorrent(row: XmlRpcValue): Torrent | null {
  if (!Array.isArray(row)) return null;
  const values = row as readonly XmlRpcValue[];
  const all = RTORRENT_COMMANDS.length + RTORRENT_MORE_COMMANDS.length;
  if (values.length !== RTORRENT_COMMANDS.length && values.length !== all) return null;
  const [hash, name, size, left, rate, isOpen, isActive, complete, message, label, , checking, ...more] = values;
  const flags = [isOpen, isActive, complete, checking].map(numberOf);
  if (typeof hash !== 'string' || !isInfoHash(hash) || flags.includes(null)) return null;
  const [peers, loadedAt, finishedAt, isMeta] = more.map(numberOf);
  const [open, active, done, hashing] = flags.map((flag) => flag !== 0) as [boolean, boolean, boolean, boolean];
  const status = wordOf({ open, active, done, hashing });
  const speedBps = wholeNumber(numberOf(rate));
  const isAlone = status === 'downloading' && peers === 0 && speedBps === 0;
  const [state, reason] = standingOf(status, done, troubleIn(message), isAlone);
  const amounts = amountsOf({ size: numberOf(size), left: done ? 0 : numberOf(left), share: null });
  return {
    isFinished: done,
    completedAt: momentOf(finishedAt ?? null),
    item: {
      id: hash,
      managerId: hash.toUpperCase(),
      name: typeof name === 'string' ? shownText(name) : '',
      ...amounts,
      progress: done ? 100 : amounts.progress,
      speedBps,
      etaSeconds: speedBps > 0 && !done ? Math.ceil(amounts.sizeLeftBytes / speedBps) : null,
      status,
      category: typeof label === 'string' ? shownText(decodeLabel(label)) : '',
      state,
      reason,
      isFetchingMetadata: isMeta === 1 && !done,
      addedAt: momentOf(loadedAt ?? null),
    },
  };
}

function rutorrentHash(row: XmlRpcValue): string | null {
  const hash: unknown = Array.isArray(row) ? row[0] : null;
  return typeof hash === 'string' && isInfoHash(hash) ? hash.toLowerCase() : null;
}

interface Flags {
  readonly open: boolean;
  readonly active: boolean;
  readonly done: boolean;
  readonly hashing: boolean;
}

function wordOf({ open, active, done, hashing }: Flags): keyof typeof RUTORRENT_STATES {
  if (hashing) return 'checking';
  if (!open) return 'stopped';
  if (!active) return 'paused';
  return done ? 'seeding' : 'downloading';
}

function standingOf(
  status: keyof typeof RUTORRENT_STATES,
  done: boolean,
  trouble: 'none' | 'no_space' | 'other',
  isAlone: boolean,
): StateAndReason {
  if (done) return ['finished', null];
  if (trouble !== 'none') return ['failed', trouble === 'no_space' ? 'no_space' : null];
  return isAlone ? ['stalled', 'no_peers'] : RUTORRENT_STATES[status];
}

function troubleIn(message: XmlRpcValue | undefined): 'none' | 'no_space' | 'other' {
  if (typeof message !== 'string' || message.trim() === '' || OF_TRACKERS.test(message)) return 'none';
  return NO_SPACE.test(message) ? 'no_space' : 'other';
}

/** Numbers come as text, too. */
function numberOf(value: XmlRpcValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : null;
}

/** ruTorrent writes labels percent-encoded, others as they are. */
function decodeLabel(label: string): string {
  try {
    return decodeURIComponent(label);
  } catch {
    return label;
  }
}

/**
 * It can't delete data: `remove` forgets the torrent. Pausing is `d.stop` and `d.start`, which hold: a `d.pause` ends with a restart, and a
 * stopped torrent that goes on by `d.resume` is stopped then.
 */
export class RutorrentClient extends TorrentClient {
  constructor(address: RutorrentAddress) {
    super(new RutorrentTorrents(new RutorrentTransport(address)), address.clock);
  }
}

class RutorrentTorrents implements TorrentSystem {
  readonly system: string;
  private knowsMore = true;

  constructor(private readonly transport: RutorrentTransport) {
    this.system = transport.system;
  }

  async prove(signal: AbortSignal): Promise<void> {
    await this.transport.probe('connection.test', signal);
    await this.all(signal);
  }

  async all(signal: AbortSignal): Promise<ReadList<Torrent>> {
    const operation = 'torrent.list';
    return readList({ system: this.system, operation }, await this.rows(operation, signal), {
      read: (row) => rutorrentTorrent(row as XmlRpcValue),
      idOf: (row) => rutorrentHash(row as XmlRpcValue),
    });
  }

  async one(hash: string, signal: AbortSignal): Promise<Torrent | null> {
    const list = await this.all(signal);
    const found = list.rows.find(({ item }) => item.id.toLowerCase() === hash);
    if (!found) assertAbsent({ system: this.system, operation: 'torrent.list' }, list, hash);
    return found ?? null;
  }

  stop(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.onEach('torrent.pause', 'd.stop', ids, signal);
  }

  start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.onEach('torrent.resume', 'd.start', ids, signal);
  }

  async remove(id: string, _deleteData: boolean, signal: AbortSignal): Promise<void> {
    await this.transport.call({ operation: 'torrent.remove', method: 'd.erase', params: [id], signal });
  }

  /** An older rTorrent refuses the list as a whole for one command that it doesn't know; it is asked for less from then on. */
  private async rows(operation: string, signal: AbortSignal): Promise<XmlRpcValue> {
    const list = (commands: readonly string[]): Promise<XmlRpcValue> =>
      this.transport.call({ operation, method: 'd.multicall2', params: ['', 'main', ...commands], signal });
    if (!this.knowsMore) return list(RTORRENT_COMMANDS);
    try {
      return await list([...RTORRENT_COMMANDS, ...RTORRENT_MORE_COMMANDS]);
    } catch (fault) {
      if (!(fault instanceof RtorrentFault)) throw fault;
      const rows = await list(RTORRENT_COMMANDS);
      this.knowsMore = false;
      return rows;
    }
  }

  private async onEach(operation: string, method: string, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const [only, ...others] = ids;
    if (others.length === 0) {
      await this.transport.call({ operation, method, params: [only ?? ''], signal });
      return;
    }
    const calls = ids.map((id) => xmlRpcStruct({ methodName: method, params: [id] }));
    const outcomes = await this.transport.call({ operation, method: 'system.multicall', params: [calls], signal });
    if (!Array.isArray(outcomes) || outcomes.length !== ids.length)
      throw this.transport.fault(operation, 'malformed', sayHttp('answer_unexpected'));
    // Of each call the answer in a list of its own, or what went wrong.
    if (!outcomes.every(Array.isArray))
      throw this.transport.fault(operation, 'failed', sayDownloadClient('download_client_reported_error'));
  }
}
