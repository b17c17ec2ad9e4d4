import { z } from 'zod';
import type { Secret } from '../../core/secrets/secret.js';
import { lenient, lenientText } from '../http/lenient-members.js';

/** A device that is sent to. */
export interface PushDevice {
  /** Our own id of the device. */
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

/** What became of a message. */
export interface PushOutcome {
  readonly sent: number;
  readonly failed: number;
  /** At most one for each device that was sent to, in the order of the gateway. */
  readonly results: readonly PushResult[];
}

const count = lenient(z.int().nonnegative());

/** The answer to a message. One that has neither counts nor results confirms nothing. Source: doc 3 section 9.1, gateway client. */
export const pushAnswer = z
  .object({ sent: count, failed: count, results: lenient(z.unknown()) })
  .refine(({ sent, results }) => sent !== null || Array.isArray(results));

/** How many rows are looked at for each device: a gateway may repeat itself, and lie. */
const ROWS_PER_DEVICE = 4;

/** Letters and the marks of a sentence: no number, no token, no address. */
const PLAIN_REASON = /^[A-Za-z][A-Za-z_ .,'-]{0,99}$/;
const LONGEST_WORD = 40;

/**
 * What the answer says of the devices that were sent to. Rows of other devices and repeated ones are passed over, and so is
 * everything behind four rows for each device: nobody is signed off by a row that was not asked for.
 */
export function outcomeOf(
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
