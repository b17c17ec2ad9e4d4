import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import type { Torrent } from '../downloads/torrent.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { redirectFault, REDIRECTS } from '../http/redirect-fault.js';
import { type TransmissionAccess, type TransmissionCall, TransmissionSession } from './transmission-session.js';
import { fieldsOf } from '../servarr/plain-values.js';
import { TRANSMISSION_FIELDS, transmissionHash, transmissionTorrent } from './transmission-torrent.js';

export type { TransmissionAccess } from './transmission-session.js';
/**
 * Transmission, in the dialect that it answers in: JSON-RPC 2.0 since 4.1, its own before. See {@link TorrentClient}.
 *
 * Source: download-clients facts and docs/upstreams/transmission.md.
 */
export class TransmissionClient extends TorrentClient {
  /** @throws UnsafeAddress when the address is no plain http(s) address */
  constructor(access: TransmissionAccess) {
    super(new Transmission(access), access.clock);
  }
}

class Transmission implements TorrentSystem {
  readonly system = 'transmission';
  private readonly session: TransmissionSession;
  private readonly hasCredentials: boolean;

  constructor(access: TransmissionAccess) {
    this.session = new TransmissionSession(access);
    this.hasCredentials = access.credentials !== null;
  }

  /** A server that asks for no credential takes any: then a credential proves nothing. */
  async prove(signal: AbortSignal): Promise<void> {
    const operation = 'connection.test';
    const stranger = await this.session.askAnonymously(operation, signal, REDIRECTS);
    if (REDIRECTS.includes(stranger.status))
      throw redirectFault(this.system, operation, stranger, ['transmission', 'rpc']);
    const refusal = this.session.refusal(operation, stranger);
    if (refusal && !(this.hasCredentials && stranger.status === 401)) throw refusal;
    await this.session.begin();
    if (this.hasCredentials && !refusal)
      throw this.session.fault(operation, 'rejected', ASKS_FOR_NONE, stranger.status);
  }

  all(signal: AbortSignal): Promise<ReadList<Torrent>> {
    return this.list({ operation: 'queue.read', signal }, {});
  }

  async one(hash: string, signal: AbortSignal): Promise<Torrent | null> {
    const operation = 'item.read';
    const list = await this.list({ operation, signal }, { ids: [hash] });
    const found = list.rows.find(({ item }) => item.id === hash);
    if (!found) assertAbsent({ system: this.system, operation }, list, hash);
    return found ?? null;
  }

  async stop(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.session.call({ operation: 'torrents.stop', method: 'torrent-stop', params: () => ({ ids }), signal });
  }

  async start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.session.call({ operation: 'torrents.start', method: 'torrent-start', params: () => ({ ids }), signal });
  }

  async remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    const params = () => ({ ids: [id], 'delete-local-data': deleteData });
    await this.session.call({ operation: 'torrents.remove', method: 'torrent-remove', params, signal });
  }

  private async list(
    call: Pick<TransmissionCall, 'operation' | 'signal'>,
    which: Readonly<Record<string, unknown>>,
  ): Promise<ReadList<Torrent>> {
    const { result, dialect } = await this.session.call({
      ...call,
      method: 'torrent-get',
      params: ({ field }) => ({ ...which, fields: TRANSMISSION_FIELDS.map(field) }),
    });
    const row = transmissionTorrent(dialect);
    const { system } = this;
    return readList({ system, operation: call.operation }, fieldsOf(result)?.torrents, {
      read: (written) => row.safeParse(written).data ?? null,
      idOf: (written) => transmissionHash(dialect, written),
    });
  }
}

const ASKS_FOR_NONE =
  'server asks for no credential, so that none can be proved: leave user name and password empty, or have it ask for them';
