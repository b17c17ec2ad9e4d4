import { z, type ZodType } from 'zod';
import { UpstreamError, type UpstreamErrorDetails } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { withinWhole } from '../downloads/client-session.js';
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
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
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

const SYSTEM = 'nzbget';
const PATH = ['jsonrpc'] as const;
const MOST_BYTES = 16 * 1024 * 1024;
const DEADLINE_MS = 35_000;
/** Refusals are short; what is longer isn't looked at for one. */
const LONGEST_REFUSAL = 4_096;
/** The code of the fault that a user meets who may only add. */
const ACCESS_DENIED = 401;

interface NzbgetAddress extends ClientOptions {
  readonly username: string;
  readonly password: Secret;
}

interface NzbgetCall {
  readonly operation: string;
  readonly method: string;
  /** By their order alone. */
  readonly params: readonly unknown[];
  readonly signal?: AbortSignal;
  /** 35 s where nothing is said. */
  readonly deadlineMs?: number;
  /** Says in the fault where a redirect leads. */
  readonly reportsRedirects?: boolean;
}

const refusal = z.object({ error: z.object({ code: lenient(z.number()) }) });

/** JSON-RPC by POST with a length; faults have status 200. Nothing of it is repeated. It closes kept connections silently. */
class NzbgetTransport {
  private readonly http: HttpTransport;
  private readonly clock: Clock;

  constructor({ username, password, ...address }: NzbgetAddress) {
    this.clock = address.clock;
    const credential = Buffer.from(`${username}:${password.reveal()}`, 'utf8').toString('base64');
    this.http = new HttpTransport({
      ...address,
      system: SYSTEM,
      headers: { Authorization: Secret.of(`Basic ${credential}`), Connection: 'close' },
      deadlineMs: DEADLINE_MS,
      maxBytes: MOST_BYTES,
    });
  }

  /** A call that changes nothing: where its connection breaks it is made once more, within the same time. */
  async read<T>(call: NzbgetCall, result: ZodType<T>): Promise<T> {
    const { operation, deadlineMs: ms = DEADLINE_MS, signal: outer } = call;
    return withinWhole({ system: SYSTEM, operation, clock: this.clock, ms, signal: outer }, async (signal) => {
      const attempt = { ...call, signal, deadlineMs: ms };
      try {
        return await this.once(attempt, result);
      } catch (fault) {
        if (!isBroken(fault)) throw fault;
        return this.once(attempt, result);
      }
    });
  }

  /** A call that changes something, made once; false when NZBGet affirms that it hasn't done it. */
  async act(call: NzbgetCall): Promise<boolean> {
    try {
      return await this.once(call, z.boolean());
    } catch (fault) {
      if (isOwnRefusal(fault)) return false;
      throw fault;
    }
  }

  /** A fault that is judged by the caller. */
  refusal(operation: string): UpstreamError {
    return this.fault(operation, { kind: 'rejected', reason: REFUSED });
  }

  private async once<T>(call: NzbgetCall, result: ZodType<T>): Promise<T> {
    const { operation, method, params, signal, deadlineMs, reportsRedirects = false } = call;
    const answer = await this.http.send({
      operation,
      method: 'POST',
      path: PATH,
      json: { method, params },
      signal,
      deadlineMs,
      accept: [401, ...(reportsRedirects ? REDIRECTS : [])],
    });
    const { status } = answer;
    if (REDIRECTS.includes(status)) throw redirectFault(SYSTEM, operation, answer, PATH);
    if (status === 401)
      throw this.fault(operation, {
        kind: 'unauthorized',
        status,
        reason: sayDownloadClient('nzbget_credentials_refused'),
      });
    this.assertGranted(operation, answer);
    return readJson(SYSTEM, operation, answer, z.object({ result })).result;
  }

  private assertGranted(operation: string, { status, body }: HttpAnswer): void {
    if (body.length > LONGEST_REFUSAL) return;
    const refused = refusal.safeParse(parseJson(body));
    if (!refused.success) return;
    if (refused.data.error.code === ACCESS_DENIED)
      throw this.fault(operation, {
        kind: 'unauthorized',
        status,
        reason: sayDownloadClient('nzbget_user_lacks_permission'),
      });
    throw this.fault(operation, { kind: 'rejected', status, reason: REFUSED });
  }

  private fault(operation: string, details: Omit<UpstreamErrorDetails, 'system' | 'operation' | 'definitelyNotSent'>) {
    return new UpstreamError({ system: SYSTEM, operation, definitelyNotSent: false, ...details });
  }
}

const REFUSED = sayDownloadClient('download_call_refused');

/** The connection ended in the middle of the call. */
const isBroken = (fault: unknown): boolean =>
  fault instanceof UpstreamError && fault.kind === 'unreachable' && !fault.definitelyNotSent;

/** A refusal of NZBGet's own, and not one of a program in between. */
const isOwnRefusal = (fault: unknown): boolean =>
  fault instanceof UpstreamError && fault.kind === 'rejected' && fault.status === 200;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** For the connection test and for actions. */
const QUICK = { deadlineMs: 10_000 } as const;
/** So many of the history are among the jobs. */
const LATEST = 100;

interface How {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
}

/** What is repaired, unpacked or moved is in the queue, and counts as finished. Actions reach the queue alone, not the history. */
export class NzbgetClient implements DownloadClient {
  readonly isItem = isNzbgetItem;
  private readonly transport: NzbgetTransport;

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

  /** {@inheritDoc DownloadClient.remove} The download moves to NZBGet's history, and its own settings decide about the files. */
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

  /** Parameters in the order of version 18; in the older order only where NZBGet affirms that it has done nothing. */
  private async edit(operation: string, command: string, id: string, signal?: AbortSignal): Promise<void> {
    const ids = [Number(id)];
    for (const params of [
      [command, '', ids],
      [command, 0, '', ids],
    ]) {
      if (await this.transport.act({ operation, method: 'editqueue', params, signal, ...QUICK })) return;
    }
    throw this.transport.refusal(operation);
  }

  private async switch(operation: string, method: string, signal?: AbortSignal): Promise<void> {
    if (await this.transport.act({ operation, method, params: [], signal, ...QUICK })) return;
    throw this.transport.refusal(operation);
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
