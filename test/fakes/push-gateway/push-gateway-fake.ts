import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** A device as the gateway knows it. */
interface KnownDevice {
  readonly token: string;
  readonly platform: string;
}

/** A message that has reached devices, in the order of arrival. */
export interface DeliveredMessage {
  readonly deviceIds: readonly string[];
  readonly title: string;
  readonly body: string;
  readonly badge: number | undefined;
  readonly collapseId: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

type Members = Readonly<Record<string, unknown>>;

/** What becomes of a message on a device whose token is not good. */
type TokenFault = 'pruned' | 'refused';

const LARGEST_MESSAGE = 4_096;
const UNAUTHORIZED: FakeAnswer = { status: 401, body: { error: 'unauthorized' } };
const KEY_MISSING: FakeAnswer = { status: 400, body: { error: 'missing idempotency key' } };

/**
 * A push gateway: it enrols servers, knows devices, and keeps a journal of what has reached them. It refuses what it doesn't
 * know, answers a repeated Idempotency-Key with what it answered before, and leaves out members that say nothing.
 */
export class PushGatewayFake extends FakeServer {
  /** Wanted for an enrolment where it is set. */
  enrollToken: string | undefined;
  /** What has reached devices. */
  readonly journal: DeliveredMessage[] = [];
  /** Devices that have been made known, of all servers. */
  readonly devices = new Map<string, KnownDevice>();
  private readonly keys = new Set<string>();
  private readonly faulty = new Map<string, TokenFault>();
  private readonly answered = new Map<string, FakeAnswer>();
  private enrolled = 0;

  /** Puts the state in place. */
  readonly given = {
    /** The gateway takes this key. */
    key: (key: string): void => void this.keys.add(key),
    /** The gateway takes no key any more that it has given so far. */
    noKeys: (): void => this.keys.clear(),
    /** A message by this token fails; by a pruned one every message does, and the gateway says so. */
    faultyToken: (token: string, fault: TokenFault = 'pruned'): void => void this.faulty.set(token, fault),
  };

  constructor() {
    super();
    this.route('POST /v1/enroll', (request) => this.once(request, () => this.enroll(request)));
    this.route('POST /v1/devices', (request) => this.register(request));
    this.route('DELETE /v1/devices', (request) => this.unregister(request));
    this.route('POST /v1/notifications', (request) => this.once(request, () => this.notify(request)));
  }

  /** How many servers have enrolled. */
  get enrolments(): number {
    return this.enrolled;
  }

  /** Makes the next messages meet the rate limit. */
  limitRate({ retryAfterSeconds = 1, times = 1 } = {}): void {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    this.fail('POST /v1/notifications', { status: 429, body: { error: 'slow down' }, headers }, times);
  }

  override startOver(): void {
    super.startOver();
    this.journal.length = 0;
    this.devices.clear();
    this.faulty.clear();
  }

  protected override gate({ path, headers }: FakeRequest): FakeAnswer | undefined {
    if (path === '/v1/enroll') return undefined;
    const [scheme, key] = textOf(headers.authorization).split(' ');
    return scheme === 'Bearer' && this.keys.has(key ?? '') ? undefined : UNAUTHORIZED;
  }

  private once({ headers }: FakeRequest, work: () => FakeAnswer): FakeAnswer {
    const key = textOf(headers['idempotency-key']);
    if (key === '') return KEY_MISSING;
    const answer = this.answered.get(key) ?? work();
    if ((answer.status ?? 200) < 300) this.answered.set(key, answer);
    return answer;
  }

  private enroll({ headers }: FakeRequest): FakeAnswer {
    if (this.enrollToken !== undefined && textOf(headers['x-enroll-token']) !== this.enrollToken) return UNAUTHORIZED;
    this.enrolled += 1;
    const key = `gateway-key-${this.enrolled}`;
    this.keys.add(key);
    return { status: 201, body: { tenant_id: `tenant-${this.enrolled}`, api_key: key } };
  }

  private register({ body }: FakeRequest): FakeAnswer {
    const { device_id: id, token, platform } = membersOf(body);
    if (typeof id !== 'string' || typeof token !== 'string' || typeof platform !== 'string') return refused('device');
    this.devices.set(id, { token, platform });
    return { status: 204 };
  }

  private unregister({ body }: FakeRequest): FakeAnswer {
    const { device_id: id } = membersOf(body);
    if (typeof id !== 'string') return refused('device');
    return this.devices.delete(id) ? { status: 204 } : { status: 404, body: { error: 'unknown device' } };
  }

  private notify({ body, headers }: FakeRequest): FakeAnswer {
    const { devices, title, body: text, badge, collapse_id: collapseId, data } = membersOf(body);
    if (!Array.isArray(devices) || devices.length === 0 || devices.length > 500) return refused('devices');
    if (typeof title !== 'string' || typeof text !== 'string' || title === '') return refused('message');
    if (badge !== undefined && (!Number.isInteger(badge) || Number(badge) < 0)) return refused('badge');
    const shown = JSON.stringify({ title, body: text, badge, collapse_id: collapseId, data });
    if (Buffer.byteLength(shown) > LARGEST_MESSAGE) return { status: 413, body: { error: 'message too large' } };
    const results = (devices as readonly unknown[]).map((device) => this.resultFor(membersOf(device)));
    const reached = results.filter(({ ok }) => ok).map((row) => row.device_id);
    this.journal.push({
      deviceIds: reached,
      title,
      body: text,
      badge: badge as number | undefined,
      collapseId: collapseId as string | undefined,
      data: membersOf(data),
      idempotencyKey: textOf(headers['idempotency-key']),
    });
    return { body: { sent: reached.length, failed: results.length - reached.length, results } };
  }

  private resultFor({ device_id: id, token, platform }: Members) {
    const fault = this.faulty.get(String(token));
    const row = { device_id: String(id), token, platform, ok: fault === undefined };
    if (fault === undefined) return row;
    return {
      ...row,
      ...(fault === 'pruned' && { pruned: true }),
      error: fault === 'pruned' ? 'Unregistered' : `bad token ${String(token)}`,
    };
  }
}

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

const refused = (what: string): FakeAnswer => ({ status: 400, body: { error: `invalid ${what}` } });
