import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import type { Torrent } from '../downloads/torrent.js';
import { RTORRENT_COMMANDS, RTORRENT_MORE_COMMANDS, rutorrentHash, rutorrentTorrent } from './rutorrent-torrent.js';
import { RtorrentFault, type RutorrentAddress, RutorrentTransport } from './rutorrent-transport.js';
import { xmlRpcStruct, type XmlRpcValue } from './xml-rpc.js';

/**
 * rTorrent, by XML-RPC itself or through ruTorrent.
 *
 * It can't delete data: `remove` forgets the torrent and leaves its files where they are, also with `deleteData`. A pause is
 * `d.stop`, and its end `d.start`, since they hold: a torrent that is paused by `d.pause` runs again as soon as rTorrent has
 * been restarted, and a stopped one that goes on by `d.resume` is stopped then.
 *
 * Source: download-clients facts and docs/upstreams/rutorrent.md.
 */
export class RutorrentClient extends TorrentClient {
  /** @throws UnsafeAddress when the address is no plain http(s) address */
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

  /** rTorrent can't delete data. */
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
      throw this.transport.fault(operation, 'malformed', 'server answered with unexpected data');
    // Of each call the answer in a list of its own, or what went wrong.
    if (!outcomes.every(Array.isArray)) throw this.transport.fault(operation, 'failed', 'server reported an error');
  }
}
