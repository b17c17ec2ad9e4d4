import { z, type ZodType } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { Secret } from '../../core/secrets/secret.js';
import {
  type DownloadClient,
  type DownloadJobs,
  type DownloadQueue,
  ForeignItemId,
  type PastDownload,
  removeOnce,
} from '../downloads/download-client.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { assertAbsent } from '../downloads/list-reading.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { readJson } from '../http/json-answer.js';
import { isSabnzbdItem, jobOf, pastOf, pastSlotsOf, queueOf, sabnzbdHistory, sabnzbdQueue } from './sabnzbd-items.js';

const SYSTEM = 'sabnzbd';
const PATH = ['api'] as const;
const MOST_BYTES = 16 * 1024 * 1024;
const DEADLINE_MS = 35_000;
/** Refusals are short; what is longer isn't looked at for one. */
const LONGEST_REFUSAL = 4_096;

interface SabnzbdAddress extends ClientOptions {
  /** The API key; the NZB key may only add. */
  readonly apiKey: Secret;
}

interface SabnzbdCall {
  readonly operation: string;
  /** What is asked for: `mode`, and what belongs to it. */
  readonly query: Readonly<Record<string, string | number>>;
  readonly signal?: AbortSignal;
  /** 35 s where nothing is said. */
  readonly deadlineMs?: number;
  /** Says in the fault where a redirect leads. */
  readonly reportsRedirects?: boolean;
}

const REFUSED_KEY = /^(?:error:\s*)?API Key (?:Incorrect|Required)\s*$/i;
const refusal = z.object({ status: z.literal(false), error: z.string().catch('') });

/** The key goes in the query; refusals are 403 in plain text, or 200 with `status: false`. Nothing that it writes is repeated. */
class SabnzbdTransport {
  private readonly http: HttpTransport;

  constructor({ apiKey, ...address }: SabnzbdAddress) {
    this.http = new HttpTransport({
      ...address,
      system: SYSTEM,
      secretQuery: { apikey: apiKey },
      deadlineMs: DEADLINE_MS,
      maxBytes: MOST_BYTES,
    });
  }

  /** @throws UpstreamError; a refused key reads `invalid API key` */
  async json<T>(call: SabnzbdCall, schema: ZodType<T>): Promise<T> {
    const { operation, query, signal, deadlineMs, reportsRedirects = false } = call;
    const answer = await this.http.send({
      operation,
      method: 'GET',
      path: PATH,
      query: { ...query, output: 'json' },
      signal,
      deadlineMs,
      accept: [401, 403, ...(reportsRedirects ? REDIRECTS : [])],
    });
    if (REDIRECTS.includes(answer.status)) throw redirectFault(SYSTEM, operation, answer, PATH);
    this.assertGranted(operation, answer);
    return readJson(SYSTEM, operation, answer, schema);
  }

  private assertGranted(operation: string, { status, body }: HttpAnswer): void {
    const said = body.length <= LONGEST_REFUSAL ? body.toString('utf8') : '';
    const refused = refusal.safeParse(parseJson(said));
    const fault = (kind: UpstreamFault, reason: Sentence): UpstreamError =>
      new UpstreamError({ system: SYSTEM, operation, kind, status, reason, definitelyNotSent: false });
    if (REFUSED_KEY.test(refused.success ? refused.data.error : said))
      throw fault('unauthorized', sayHttp('api_key_refused'));
    if (status === 401 || status === 403) throw fault('unauthorized', sayHttp('server_answered_status', { status }));
    if (refused.success) throw fault('rejected', sayDownloadClient('download_call_refused'));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** For the connection test and for actions. */
const QUICK = { deadlineMs: 10_000 } as const;
/** So many of the history are among the jobs. */
const LATEST = 100;
/** Downloads that are still worked on are among the rows of the history; there is room for so many beside what is asked for. */
const ROOM = 100;

const done = z.object({ status: z.literal(true) });

type Action = 'pause' | 'resume' | 'delete';

/** What is checked, repaired, unpacked or moved is in {@link jobs}, finished, and not yet in {@link history}. Actions reach the queue. */
export class SabnzbdClient implements DownloadClient {
  readonly isItem = isSabnzbdItem;
  private readonly transport: SabnzbdTransport;

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
