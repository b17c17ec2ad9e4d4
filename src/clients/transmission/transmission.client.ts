import { z, type ZodType } from 'zod';
import type { DownloadItem, DownloadState, StandstillReason } from '../downloads/download-client.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { assertAbsent, readList, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { amountsOf, isInfoHash, isWhole, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import { shownText } from '../http/legible-text.js';
import { lenient } from '../http/lenient-members.js';
import { fieldsOf } from '../servarr/plain-values.js';
import {
  type TransmissionAccess,
  type TransmissionCall,
  type TransmissionDialect,
  TransmissionSession,
} from './transmission-session.js';

type Meaning = readonly [word: string, state: DownloadState, reason: StandstillReason | null];

const STATES: Readonly<Record<number, Meaning>> = {
  0: ['stopped', 'paused', 'paused'],
  1: ['checkWaiting', 'checking', null],
  2: ['checking', 'checking', null],
  3: ['downloadWaiting', 'queued', 'waiting'],
  4: ['downloading', 'downloading', null],
  5: ['seedWaiting', 'finished', null],
  6: ['seeding', 'finished', null],
};

/** Another number says of no activity: such a torrent waits. */
const UNKNOWN: Meaning = ['unknown', 'queued', null];

/** An error of this machine; 1 and 2 are a tracker's, and no failure. */
const LOCAL_ERROR = 3;

/** What the operating system says of a full disk. */
const NO_SPACE = /no space left|disk quota exceeded/i;

const text = lenient(z.string());
const number = lenient(z.number());

/** By the names of the old dialect. */
const row = z.object({
  hashString: z.string().refine(isInfoHash),
  name: text,
  status: number,
  error: number,
  errorString: text,
  totalSize: number,
  sizeWhenDone: number,
  leftUntilDone: number,
  percentDone: number,
  metadataPercentComplete: number,
  rateDownload: number,
  eta: number,
  isStalled: lenient(z.boolean()),
  labels: lenient(z.array(z.unknown())),
  addedDate: number,
  doneDate: number,
});

/** The fields of a torrent that are asked for, by the names of the old dialect. */
const TRANSMISSION_FIELDS: readonly string[] = Object.keys(row.shape);

/** A torrent as a dialect writes it. Without its hash it is none; the rest may be missing. */
export const transmissionTorrent = ({ field }: TransmissionDialect): ZodType<Torrent> =>
  z
    .record(z.string(), z.unknown())
    .transform((written) => Object.fromEntries(TRANSMISSION_FIELDS.map((name) => [name, written[field(name)]])))
    .pipe(row)
    .transform(read);

function transmissionHash({ field }: TransmissionDialect, written: unknown): string | null {
  const hash = fieldsOf(written)?.[field('hashString')];
  return typeof hash === 'string' && isInfoHash(hash) ? hash.toLowerCase() : null;
}

function read(torrent: z.infer<typeof row>): Torrent {
  const [status, word, reason] = STATES[torrent.status ?? -1] ?? UNKNOWN;
  const { sizeWhenDone, totalSize, leftUntilDone: left, percentDone: share } = torrent;
  const amounts = amountsOf({ size: sizeWhenDone ?? totalSize, left, share });
  const [state, why] = judge(torrent, isWhole(amounts) ? ['finished', null] : [word, reason]);
  const id = torrent.hashString.toLowerCase();
  const item: DownloadItem = {
    id,
    managerId: id.toUpperCase(),
    name: shownText(torrent.name ?? id),
    ...amounts,
    ...(state === 'finished' && { sizeLeftBytes: 0, progress: 100 }),
    speedBps: wholeNumber(torrent.rateDownload),
    etaSeconds: state === 'finished' ? null : etaOf(torrent.eta),
    status,
    category: shownText(torrent.labels?.find((label) => typeof label === 'string') ?? ''),
    state,
    reason: why,
    isFetchingMetadata: word === 'downloading' && (torrent.metadataPercentComplete ?? 1) < 1,
    addedAt: momentOf(torrent.addedDate),
  };
  return { item, completedAt: momentOf(torrent.doneDate) };
}

function judge(
  { error, errorString, isStalled }: z.infer<typeof row>,
  [state, reason]: readonly [DownloadState, StandstillReason | null],
): readonly [DownloadState, StandstillReason | null] {
  if (error === LOCAL_ERROR) return ['failed', NO_SPACE.test(errorString ?? '') ? 'no_space' : null];
  return state === 'downloading' && isStalled === true ? ['stalled', 'no_peers'] : [state, reason];
}

/** -1 and -2 are: not available, and unknown. */
const etaOf = (seconds: number | null): number | null =>
  seconds !== null && seconds >= 0 && seconds <= Number.MAX_SAFE_INTEGER ? Math.round(seconds) : null;

export type { TransmissionAccess } from './transmission-session.js';
/** Transmission, in the dialect that it answers in: JSON-RPC 2.0 since 4.1, its own before. See {@link TorrentClient}. */
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

const ASKS_FOR_NONE = sayDownloadClient('transmission_asks_for_no_credential');
