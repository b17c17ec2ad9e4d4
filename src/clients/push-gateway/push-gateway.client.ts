import { z } from 'zod';
import type { PathNow } from '../../core/http/network-path.js';
import type { Log } from '../../core/logging/log.js';
import type { Meter } from '../../core/metrics/meter.js';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import { type HttpCall, HttpTransport } from '../http/http-transport.js';
import { lenient } from '../http/lenient-members.js';
import { outcomeOf, pushAnswer, type PushDevice, type PushOutcome } from './push-answer.js';

/** The gateway's name in errors and logs. */
const PUSH_GATEWAY = 'push-gateway';

const DEADLINE_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const LONGEST_KEY = 4_096;

/** Source: doc 3 section 9.1, gateway client. What a header can't hold is no key. */
export const enrolment = z.object({
  tenant_id: lenient(z.string()),
  api_key: z
    .string()
    .max(LONGEST_KEY)
    .regex(/^[\x21-\x7e]+$/),
});

/** What a {@link PushGatewayClient} needs to reach the gateway. */
export interface PushGatewayOptions {
  /** Base address, without the version: `https://push.example.org`. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter?: Meter;
  /** How connections leave the machine; directly to the gateway by default. */
  readonly path?: PathNow;
}

/** What is shown on devices. Source: issue 24, Push. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The number at the icon; it stays as it is where it is left out. */
  readonly badge?: number;
  /** A later message of the same name replaces this one on the device. */
  readonly collapseId?: string;
  /** For the app: ids and what kind of message it is. */
  readonly data: Readonly<Record<string, string | number>>;
}

/** A call that may be made again without effect, as long as its key is the same. */
interface Repeatable {
  /** The same for all attempts, and for nothing else; visible ASCII. */
  readonly idempotencyKey: string;
}

/**
 * The push gateway, version 1. Source: doc 3 section 9.1, issue 24.
 *
 * Every method throws UpstreamError for everything but an affirmed answer. What it throws, and what it answers, holds neither
 * the key nor a token.
 */
export class PushGatewayClient {
  /** @throws UnsafeAddress when `url` is no plain http(s) address */
  constructor(private readonly options: PushGatewayOptions) {
    this.transport({});
  }

  /**
   * Makes this server known to the gateway.
   *
   * @param idempotencyKey as of every other call, and secret: who repeats it may be given the key
   * @param enrollToken for gateways that take nobody without one
   * @returns the key for every other call
   */
  async enroll({
    idempotencyKey,
    enrollToken,
  }: {
    readonly idempotencyKey: Secret;
    readonly enrollToken?: Secret;
  }): Promise<Secret> {
    const headers = { 'Idempotency-Key': idempotencyKey, ...(enrollToken && { 'X-Enroll-Token': enrollToken }) };
    const call = { operation: 'enroll', method: 'POST', path: ['v1', 'enroll'], json: {} } as const;
    const { api_key: key } = await this.transport(headers).json(call, enrolment);
    return Secret.of(key);
  }

  /** Makes a device known, in place of what the gateway knew of it. */
  async register(key: Secret, { deviceId, token, platform }: PushDevice, signal?: AbortSignal): Promise<void> {
    const json = { device_id: deviceId, token: token.reveal(), platform };
    await this.devices(key, { operation: 'device.register', method: 'POST', json, signal });
  }

  /** Makes the gateway forget a device; one that it doesn't know is forgotten. */
  async unregister(key: Secret, deviceId: string, signal?: AbortSignal): Promise<void> {
    const json = { device_id: deviceId };
    await this.devices(key, { operation: 'device.unregister', method: 'DELETE', json, accept: [404, 410], signal });
  }

  /** Sends a message to devices, which must be at least one. */
  async notify(
    key: Secret,
    devices: readonly PushDevice[],
    { title, body, badge, collapseId, data }: PushMessage,
    { idempotencyKey, signal }: Repeatable & { readonly signal?: AbortSignal },
  ): Promise<PushOutcome> {
    const to = devices.map(({ deviceId, token, platform }) => ({
      device_id: deviceId,
      token: token.reveal(),
      platform,
    }));
    const json = { devices: to, title, body, badge, collapse_id: collapseId, data };
    const call: HttpCall = { operation: 'notify', method: 'POST', path: ['v1', 'notifications'], json, signal };
    const transport = this.transport({ ...bearer(key), 'Idempotency-Key': idempotencyKey });
    return outcomeOf(await transport.json(call, pushAnswer), { key, devices });
  }

  private async devices(key: Secret, call: Omit<HttpCall, 'path'>): Promise<void> {
    await this.transport(bearer(key)).send({ ...call, path: ['v1', 'devices'] });
  }

  private transport(headers: Readonly<Record<string, string | Secret>>): HttpTransport {
    return new HttpTransport({
      ...this.options,
      system: PUSH_GATEWAY,
      headers,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
  }
}

const bearer = (key: Secret): Readonly<Record<string, Secret>> => ({
  Authorization: Secret.of(`Bearer ${key.reveal()}`),
});
