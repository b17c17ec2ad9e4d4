import type { Sentence } from '../../core/errors/sentence.js';
import { type UpstreamDetail, UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { DownloadItem, DownloadState, StandstillReason } from '../downloads/download-client.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { assertAbsent, ListReading, type ReadList } from '../downloads/list-reading.js';
import { TorrentClient, type TorrentSystem } from '../downloads/torrent-client.js';
import { amountsOf, isInfoHash, isWhole, momentOf, type Torrent, wholeNumber } from '../downloads/torrent.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import type { HttpAnswer, HttpCall } from '../http/http-transport.js';
import { readJsonRows } from '../http/json-answer.js';
import { shownText } from '../http/legible-text.js';
import { lenientNumber, lenientText } from '../http/lenient-members.js';
import { fieldsOf, readBy } from '../servarr/plain-values.js';
import { type QbittorrentAccess, QbittorrentSession } from './qbittorrent-session.js';

const STATES: Readonly<Record<string, readonly [DownloadState, StandstillReason | null]>> = {
  error: ['failed', null],
  missingFiles: ['failed', null],
  stoppedDL: ['paused', 'paused'],
  pausedDL: ['paused', 'paused'],
  queuedDL: ['queued', 'waiting'],
  checkingDL: ['checking', null],
  checkingResumeData: ['checking', null],
  metaDL: ['downloading', null],
  forcedMetaDL: ['downloading', null],
  downloading: ['downloading', null],
  forcedDL: ['downloading', null],
  moving: ['downloading', null],
  stalledDL: ['stalled', 'no_peers'],
  uploading: ['finished', null],
  stalledUP: ['finished', null],
  queuedUP: ['finished', null],
  checkingUP: ['finished', null],
  forcedUP: ['finished', null],
  stoppedUP: ['finished', null],
  pausedUP: ['finished', null],
};

/** `unknown` is a word of its own. It, and a word that isn't in the table, say of no activity: such a torrent waits. */
const UNKNOWN = ['queued', null] as const;

const METADATA: ReadonlySet<string> = new Set(['metaDL', 'forcedMetaDL']);

/** From so many seconds on nobody knows when. */
const ENDLESS = 8_640_000;

/** A row of `torrents/info`. Without its hash it is none; the rest may be missing. Read by hand: there are thousands of rows. */
export const qbittorrentTorrent = readBy((value): Torrent | null => {
  const row = fieldsOf(value);
  const id = hashOf(value);
  if (!row || id === null) return null;
  const status = lenientText(row.state) ?? 'unknown';
  const [word, reason] = (Object.hasOwn(STATES, status) && STATES[status]) || UNKNOWN;
  const amounts = amountsOf({
    size: lenientNumber(row.size),
    left: lenientNumber(row.amount_left),
    share: lenientNumber(row.progress),
  });
  // What is loaded as a whole is moved and checked as well.
  const state = word !== 'failed' && isWhole(amounts) ? 'finished' : word;
  const isFinished = state === 'finished';
  const item: DownloadItem = {
    id,
    managerId: id.toUpperCase(),
    name: shownText(lenientText(row.name) ?? id),
    sizeBytes: amounts.sizeBytes,
    sizeLeftBytes: isFinished ? 0 : amounts.sizeLeftBytes,
    progress: isFinished ? 100 : amounts.progress,
    speedBps: wholeNumber(lenientNumber(row.dlspeed)),
    etaSeconds: isFinished ? null : etaOf(lenientNumber(row.eta)),
    status,
    category: shownText(lenientText(row.category) ?? ''),
    state,
    reason: state === word ? reason : null,
    isFetchingMetadata: METADATA.has(status),
    addedAt: momentOf(lenientNumber(row.added_on)),
  };
  return { item, completedAt: momentOf(lenientNumber(row.completion_on)) };
});

function hashOf(row: unknown): string | null {
  const hash = lenientText(fieldsOf(row)?.hash)?.toLowerCase();
  return hash !== undefined && isInfoHash(hash) ? hash : null;
}

const etaOf = (seconds: number | null): number | null =>
  seconds !== null && seconds >= 0 && seconds < ENDLESS ? Math.round(seconds) : null;

export type { QbittorrentAccess } from './qbittorrent-session.js';

/** What an action is called since 5.0, and before. */
const STOP = ['stop', 'pause'] as const;
const START = ['start', 'resume'] as const;

/** `2.16.1` */
const VERSION = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/;
/** The first WebAPI that takes a key. */
const KEYS_SINCE = [2, 14, 1] as const;

const API = ['api', 'v2'] as const;

export class QbittorrentClient extends TorrentClient {
  constructor(access: QbittorrentAccess) {
    super(new Qbittorrent(access), access.clock);
  }
}

class Qbittorrent implements TorrentSystem {
  readonly system = 'qbittorrent';
  private readonly session: QbittorrentSession;
  private readonly hasKey: boolean;
  private readonly hasCredentials: boolean;
  /** Did the server last know an action by its name of before 5.0? */
  private isOld = false;

  constructor(access: QbittorrentAccess) {
    this.session = new QbittorrentSession(access);
    this.hasCredentials = access.credentials !== null;
    this.hasKey = access.credentials !== null && 'apiKey' in access.credentials;
  }

  /** An address may be let in without a credential; then any password is `Ok.`, and any key where the version takes none. */
  async prove(signal: AbortSignal): Promise<void> {
    const operation = 'connection.test';
    const path = [...API, 'app', 'webapiVersion'];
    const call = { operation, method: 'GET', path, signal } as const;
    const stranger = await this.session.sendAnonymously({ ...call, accept: REDIRECTS });
    if (REDIRECTS.includes(stranger.status)) throw redirectFault(this.system, operation, stranger, path);
    if (stranger.status < 300) {
      this.judgeVersion(operation, stranger);
      if (!this.hasCredentials) return;
      throw this.fault(
        operation,
        'rejected',
        sayDownloadClient('qbittorrent_lets_anybody_in'),
        stranger,
        'lets_anybody_in',
      );
    }
    const refusal = this.hasCredentials ? null : this.session.refusal(operation, stranger.status);
    if (refusal) throw refusal;
    this.judgeVersion(operation, await this.session.sendAnew(call));
  }

  all(signal: AbortSignal): Promise<ReadList<Torrent>> {
    return this.list({ operation: 'queue.read', method: 'GET', path: [...API, 'torrents', 'info'], signal });
  }

  async one(hash: string, signal: AbortSignal): Promise<Torrent | null> {
    const path = [...API, 'torrents', 'info'];
    const call = { operation: 'item.read', method: 'GET', path, query: { hashes: hash }, signal } as const;
    const list = await this.list(call);
    const found = list.rows.find(({ item }) => item.id === hash);
    if (!found) assertAbsent({ system: this.system, operation: call.operation }, list, hash);
    return found ?? null;
  }

  stop(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.act(STOP, ids, signal);
  }

  start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    return this.act(START, ids, signal);
  }

  async remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    await this.post('delete', { hashes: id, deleteFiles: String(deleteData) }, signal);
  }

  private async list(call: HttpCall): Promise<ReadList<Torrent>> {
    const { system } = this;
    const { operation } = call;
    const answer = await this.session.send(call);
    const reading = new ListReading(
      { system, operation },
      {
        read: (row) => qbittorrentTorrent.safeParse(row).data ?? null,
        idOf: hashOf,
      },
    );
    await readJsonRows(system, operation, answer, (row) => reading.take(row));
    return reading.done();
  }

  /** A server that doesn't know the one name affirms it by 404, and has done nothing. */
  private async act(
    [now, before]: readonly [string, string],
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const form = { hashes: ids.join('|') };
    for (const isOld of [this.isOld, !this.isOld]) {
      const answer = await this.post(isOld ? before : now, form, signal, [404]);
      if (answer.status === 404) continue;
      this.isOld = isOld;
      return;
    }
    throw this.fault(`torrents.${now}`, 'malformed', sayDownloadClient('qbittorrent_action_unknown'));
  }

  private async post(
    action: string,
    form: Readonly<Record<string, string>>,
    signal: AbortSignal,
    accept: readonly number[] = [],
  ): Promise<HttpAnswer> {
    const operation = `torrents.${action}`;
    const path = [...API, 'torrents', action];
    const answer = await this.session.send({ operation, method: 'POST', path, form, signal, accept });
    // It answers an action by no text, or by a short one. A page is of something in between.
    if (answer.status !== 404 && answer.body.subarray(0, 64).toString('utf8').trimStart().startsWith('<'))
      throw this.fault(operation, 'malformed', sayDownloadClient('qbittorrent_answer_unexpected'), answer);
    return answer;
  }

  private judgeVersion(operation: string, answer: HttpAnswer): void {
    const parts = VERSION.exec(answer.body.toString('utf8', 0, 64).trim())
      ?.slice(1)
      .map((part) => Number(part || 0));
    if (!parts) {
      const reason = sayDownloadClient('qbittorrent_answer_unexpected');
      throw this.fault(operation, 'malformed', reason, answer, 'other_product');
    }
    if (this.hasKey && isBefore(parts, KEYS_SINCE))
      throw this.fault(operation, 'rejected', sayDownloadClient('qbittorrent_takes_no_key'), answer);
  }

  private fault(
    operation: string,
    kind: UpstreamFault,
    reason: Sentence,
    answer?: HttpAnswer,
    detail?: UpstreamDetail,
  ): UpstreamError {
    return new UpstreamError({
      system: this.system,
      operation,
      kind,
      reason,
      ...(detail && { detail }),
      ...(answer && { status: answer.status }),
      definitelyNotSent: false,
    });
  }
}

function isBefore(version: readonly number[], other: readonly number[]): boolean {
  const at = other.findIndex((part, index) => version[index] !== part);
  return at !== -1 && (version[at] ?? 0) < (other[at] ?? 0);
}
