import { z } from 'zod';
import { Secret } from '../../core/secrets/secret.js';
import { type ClientOptions, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { lenient, lenientText } from '../http/lenient-members.js';

interface PushDevice {
  readonly deviceId: string;
  /** What the maker of the device delivers by. */
  readonly token: Secret;
  /** `ios`, `android` and the like. */
  readonly platform: string;
}

/** What became of a message on one device. */
export interface PushResult {
  readonly deviceId: string;
  readonly ok: boolean;
  /** The token is good no more: nothing will ever arrive by it. */
  readonly pruned: boolean;
  /** The gateway's reason in plain words without secrets; null where it gives none that may be shown. */
  readonly error: string | null;
}

export interface PushOutcome {
  readonly sent: number;
  readonly failed: number;
  /** At most one for each device that was sent to, in the order of the gateway. */
  readonly results: readonly PushResult[];
}

const count = lenient(z.int().nonnegative());

/** The answer to a message. One that has neither counts nor results confirms nothing. */
export const pushAnswer = z
  .object({ sent: count, failed: count, results: lenient(z.unknown()) })
  .refine(({ sent, results }) => sent !== null || Array.isArray(results));

/** How many rows are looked at for each device: a gateway may repeat itself, and lie. */
const ROWS_PER_DEVICE = 4;

/** Letters and the marks of a sentence: no number, no token, no address. */
const PLAIN_REASON = /^[A-Za-z][A-Za-z_ .,'-]{0,99}$/;
const LONGEST_WORD = 40;

/** Rows of other devices, repeated ones and those behind four a device are passed over, so that nobody is signed off unasked. */
function outcomeOf(
  answer: z.infer<typeof pushAnswer>,
  { key, devices }: { readonly key: Secret; readonly devices: readonly PushDevice[] },
): PushOutcome {
  const sentSecrets = [key, ...devices.map(({ token }) => token)];
  const asked = new Map(devices.map((device) => [device.deviceId, device]));
  const results = new Map<string, PushResult>();
  const rows: readonly unknown[] = Array.isArray(answer.results) ? answer.results : [];
  for (const row of rows.slice(0, devices.length * ROWS_PER_DEVICE)) {
    const device = asked.get(lenientText(membersOf(row).device_id) ?? '');
    if (device && !results.has(device.deviceId))
      results.set(device.deviceId, resultOf(device, membersOf(row), sentSecrets));
  }
  const delivered = [...results.values()].filter(({ ok }) => ok).length;
  const sent = Math.min(answer.sent ?? delivered, devices.length);
  return {
    sent,
    failed: Math.min(answer.failed ?? devices.length - sent, devices.length),
    results: [...results.values()],
  };
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (row: unknown): Members => (typeof row === 'object' && row !== null ? (row as Members) : {});

function resultOf(
  { deviceId }: PushDevice,
  { ok, pruned, error }: Members,
  sentSecrets: readonly Secret[],
): PushResult {
  const isPruned = pruned === true;
  const shown = shownReason(lenientText(error), sentSecrets);
  return { deviceId, ok: ok === true && !isPruned, pruned: isPruned, error: shown };
}

/** A reason is foreign text that may repeat what was sent: the key, a token, also another device's. Only plain words are passed on. */
function shownReason(reason: string | null, sentSecrets: readonly Secret[]): string | null {
  if (reason === null || !PLAIN_REASON.test(reason)) return null;
  const words = reason.toLowerCase();
  if (sentSecrets.some((secret) => words.includes(secret.reveal().toLowerCase()))) return null;
  return reason.split(/[ .,]/).some((word) => word.length > LONGEST_WORD) ? null : reason;
}

const PUSH_GATEWAY = 'push-gateway';

const DEADLINE_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const LONGEST_KEY = 4_096;

export const enrolment = z.object({
  tenant_id: lenient(z.string()),
  api_key: z
    .string()
    .max(LONGEST_KEY)
    .regex(/^[\x21-\x7e]+$/),
});

/** What is shown on devices. */
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

/** Version 1. @throws UpstreamError for everything but an affirmed answer; it holds neither the key nor a token */
export class PushGatewayClient {
  constructor(private readonly options: ClientOptions) {
    this.transport({});
  }

  /** Returns the key for the other calls. @param idempotencyKey secret: who repeats it may be given the key */
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
