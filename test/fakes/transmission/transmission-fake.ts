import type { FakeAnswer, FakeRequest, RecordedCall } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** The calls of {@link TransmissionFake}, in either dialect. */
export const TRANSMISSION_CALLS = {
  /** All of them. */
  rpc: 'POST /transmission/rpc/:method',
  session: 'POST /transmission/rpc/session-get',
  list: 'POST /transmission/rpc/torrent-get',
  stop: 'POST /transmission/rpc/torrent-stop',
  start: 'POST /transmission/rpc/torrent-start',
  remove: 'POST /transmission/rpc/torrent-remove',
} as const;

export interface TransmissionFakeOptions {
  /** It asks for no credential where none is given. */
  readonly username?: string;
  readonly password?: string;
  /** `4.1.0` where nothing is said, which speaks both dialects; what comes before it speaks the classic one alone. */
  readonly version?: string;
}

/** A torrent by the members of the classic dialect; null writes null. */
export type TransmissionRow = Record<string, unknown> & { readonly hashString: string };

type Members = Readonly<Record<string, unknown>>;

/** Source: download-clients examples, transmission.torrent-get.response. */
const FULL = {
  name: 'Northern.Relay.S02E02',
  status: 4,
  error: 0,
  errorString: '',
  totalSize: 1_610_612_736,
  sizeWhenDone: 1_610_612_736,
  leftUntilDone: 402_653_184,
  percentDone: 0.75,
  rateDownload: 3_145_728,
  eta: 128,
  isFinished: false,
  isStalled: false,
  downloadDir: '/downloads',
  labels: ['sonarr'],
  metadataPercentComplete: 1,
  addedDate: 1_763_640_000,
  doneDate: 0,
};

/** What a torrent is once it is loaded. */
export const SEEDING = { status: 6, leftUntilDone: 0, percentDone: 1, eta: -1, rateDownload: 0 } as const;

const snakeCase = (name: string): string =>
  name.replace(/-/g, '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const METHODS: readonly string[] = ['session-get', 'torrent-get', 'torrent-stop', 'torrent-start', 'torrent-remove'];

/**
 * Transmission in both dialects. It is as rude as the real one: each call may be told a new session's id, no list of ids,
 * `recently-active` and an empty one mean many, numbers are ids too, and what it doesn't have is a success.
 * Source: download-clients facts.
 */
export class TransmissionFake extends FakeServer {
  torrents: TransmissionRow[] = [];
  /** Answers every call with this status: 421 since 4.0, 403 before. */
  refusesHostWith: 421 | 403 | null = null;
  /** Changes its session's id with every call. */
  isForgetful = false;
  private version: string;
  private sessionNumber = 1;
  private made = 0;

  /** Puts the state in place. */
  readonly given = {
    /** A torrent, half-way where nothing is said; its hash is returned. */
    torrent: (given: Members = {}): string => {
      this.made += 1;
      const row = { id: this.made, hashString: this.made.toString(16).padStart(40, 'd'), ...FULL, ...given };
      const kept = Object.entries(row).filter(([, value]) => value !== undefined);
      this.torrents.push(Object.fromEntries(kept) as TransmissionRow);
      return row.hashString;
    },
  };

  constructor(private readonly options: TransmissionFakeOptions = {}) {
    super();
    this.version = options.version ?? '4.1.0';
    this.route(TRANSMISSION_CALLS.rpc, (request) => this.answer(request));
  }

  /** The server takes another session's id from now on, as it does after a restart and after an hour. */
  endSession(): void {
    this.sessionNumber += 1;
  }

  /** Is another version from now on. */
  become(version: string): void {
    this.version = version;
    this.endSession();
  }

  /** All calls have one path; what they ask for is named in the body. */
  protected override routedPath(call: RecordedCall): string {
    return call.path === '/transmission/rpc' ? `${call.path}/${methodOf(call)}` : call.path;
  }

  protected override gate({ headers }: FakeRequest): FakeAnswer | undefined {
    if (this.refusesHostWith !== null) return { status: this.refusesHostWith, body: '<h1>canary-text</h1>' };
    const { username, password } = this.options;
    const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    if (password !== undefined && headers.authorization !== wanted)
      return { status: 401, body: '<h1>401: Unauthorized</h1>' };
    if (headers['x-transmission-session-id'] === this.sessionId) {
      if (this.isForgetful) this.endSession();
      return undefined;
    }
    return {
      status: 409,
      body: '<h1>409: Conflict</h1>',
      headers: { 'x-transmission-session-id': this.sessionId },
    };
  }

  private get sessionId(): string {
    return `canarySession${this.sessionNumber}`;
  }

  private answer(request: FakeRequest): FakeAnswer {
    const body = request.body as Members;
    const isNew = body.jsonrpc === '2.0' && this.isSince41;
    const method = isNew ? methodOf(request) : String(body.method);
    const params = ((isNew ? body.params : body.arguments) ?? {}) as Members;
    const result = METHODS.includes(method) ? this.done(method, params, isNew) : null;
    if (isNew) {
      const said = result === null ? { error: { code: -32601, message: 'canary-text' } } : { result };
      return { body: { jsonrpc: '2.0', ...said, id: body.id } };
    }
    const said = result === null ? 'method name not recognized' : 'success';
    return { body: { arguments: result ?? {}, result: said, ...(body.tag !== undefined && { tag: body.tag }) } };
  }

  private done(method: string, params: Members, isNew: boolean): Members {
    const named = this.named(params.ids);
    const name = isNew ? snakeCase : String;
    const change = (members: Members): Members => {
      this.torrents = this.torrents.map((row) => (named.includes(row) ? { ...row, ...members } : row));
      return {};
    };
    if (method === 'session-get') return { version: `${this.version} (0123456789)` };
    if (method === 'torrent-stop') return change({ status: 0 });
    if (method === 'torrent-start') return change({ status: 4 });
    if (method === 'torrent-remove') {
      this.torrents = this.torrents.filter((row) => !named.includes(row));
      return {};
    }
    const fields = params.fields as readonly string[];
    const shown = (row: TransmissionRow) =>
      Object.fromEntries(
        Object.entries(row)
          .map(([key, value]) => [name(key), value] as const)
          .filter(([key]) => fields.includes(key)),
      );
    return { torrents: named.map(shown) };
  }

  private named(ids: unknown): readonly TransmissionRow[] {
    if (ids === undefined || ids === 'recently-active' || ids === 'recently_active') return this.torrents;
    const list = Array.isArray(ids) ? (ids as readonly unknown[]) : [ids];
    if (list.length === 0) return this.torrents;
    return this.torrents.filter(({ id, hashString }) => list.includes(id) || list.includes(hashString));
  }

  private get isSince41(): boolean {
    const [major = 0, minor = 0] = this.version.split('.').map(Number);
    return major > 4 || (major === 4 && minor >= 1);
  }
}

/** Of a call in either dialect. */
function methodOf({ body }: RecordedCall): string {
  const named = (body as { readonly method?: unknown } | undefined)?.method;
  return METHODS.find((method) => method === named || snakeCase(method) === named) ?? String(named);
}
