import type { ZodType } from 'zod';
import { UpstreamError, type UpstreamErrorDetails, type UpstreamFault } from '../../core/errors/upstream-error.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { readJson } from '../http/json-answer.js';

const SYSTEM = 'audiobookshelf';

/** The address of a server, and how it is called. */
export interface AudiobookshelfAddress {
  /** Absolute address, with the server's base path when it has one. */
  readonly url: string;
  /** Of an administrator of the server. */
  readonly apiKey: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
}

/** A refusal of the server that is told apart by its text. */
export const NAME_TAKEN = 'username_taken';

const TAKEN = 'Username already taken';

/** What the server is known to say of a 400. Source: audiobookshelf facts, Errors. */
const KNOWN_TEXTS = ['Username and password are required', 'Invalid account type', TAKEN];

/**
 * What all calls of a server have in common: the key as a bearer token, refusals as plain texts.
 *
 * Faults are thrown as UpstreamError. A 400 is of kind `rejected`, with the server's text as its reason where that is a known
 * one: another may repeat what was sent, or hold the token of somebody. A refused key reads `invalid API key`.
 */
export class AudiobookshelfTransport {
  readonly system = SYSTEM;
  readonly log: Log;
  private readonly http: HttpTransport;
  private readonly anonymous: HttpTransport;

  /** @throws UnsafeAddress when `url` is no plain http(s) address */
  constructor(private readonly address: AudiobookshelfAddress) {
    const { apiKey, log } = address;
    this.log = log;
    this.http = this.transport({ Authorization: Secret.of(`Bearer ${apiKey.reveal()}`) });
    this.anonymous = this.transport({});
  }

  /** Calls in the name of the key. */
  async send(call: HttpCall): Promise<HttpAnswer> {
    try {
      const answer = await this.http.send({ ...call, accept: [...(call.accept ?? []), 400] });
      if (answer.status === 400) throw this.refusal(call, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'unauthorized') throw error;
      const reason = error.status === 401 ? 'invalid API key' : 'the API key lacks the permission';
      throw new UpstreamError({ ...error, reason });
    }
  }

  /** As {@link send}, and reads the answer as JSON. */
  async json<T>(call: HttpCall, schema: ZodType<T>): Promise<T> {
    return readJson(SYSTEM, call.operation, await this.send(call), schema);
  }

  /** Calls in nobody's name. */
  sendAnonymously(call: HttpCall): Promise<HttpAnswer> {
    return this.anonymous.send(call);
  }

  /** Calls in nobody's name, and has the tokens of the session that this opens in the answer and not in a cookie. */
  sendForSession(call: HttpCall): Promise<HttpAnswer> {
    return this.transport({ 'x-return-tokens': 'true' }).send(call);
  }

  /** Calls in the name of somebody who has signed in. */
  sendAs(
    { access, refresh }: { readonly access: Secret; readonly refresh: Secret | null },
    call: HttpCall,
  ): Promise<HttpAnswer> {
    const bearer = { Authorization: Secret.of(`Bearer ${access.reveal()}`) };
    return this.transport(refresh ? { ...bearer, 'x-refresh-token': refresh } : bearer).send(call);
  }

  /** A fault that is judged here and not by the status. */
  fault(
    operation: string,
    kind: UpstreamFault,
    reason: string,
    more: Partial<UpstreamErrorDetails> = {},
  ): UpstreamError {
    return new UpstreamError({ system: SYSTEM, operation, kind, reason, definitelyNotSent: false, ...more });
  }

  private transport(headers: Readonly<Record<string, string | Secret>>): HttpTransport {
    const { url, clock, log, meter } = this.address;
    return new HttpTransport({ system: SYSTEM, url, clock, log, meter, headers });
  }

  private refusal({ operation }: HttpCall, { status, body }: HttpAnswer): UpstreamError {
    const said = body.toString('utf8').trim().toLowerCase();
    const known = KNOWN_TEXTS.find((text) => text.toLowerCase() === said);
    return this.fault(operation, 'rejected', known ?? `server returned status ${status}`, {
      status,
      refusals: known === TAKEN ? [NAME_TAKEN] : [],
    });
  }
}
