import type { FakeAnswer, FakeRequest, RecordedCall } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** The calls of {@link NzbgetFake}, by the keys of its routes. */
export const NZBGET_CALLS = {
  version: 'POST /jsonrpc/version',
  status: 'POST /jsonrpc/status',
  groups: 'POST /jsonrpc/listgroups',
  history: 'POST /jsonrpc/history',
  edit: 'POST /jsonrpc/editqueue',
  pauseAll: 'POST /jsonrpc/pausedownload',
  resumeAll: 'POST /jsonrpc/resumedownload',
} as const;

/** A row as it is written; see the examples. */
type Row = Readonly<Record<string, unknown>>;

interface GroupGiven {
  readonly NZBID?: number;
  readonly NZBName?: string;
  readonly Status?: string;
  readonly Category?: string;
  readonly size?: number;
  readonly left?: number;
  /** How much of what is left is paused. */
  readonly paused?: number;
  /** The id that a manager has given it. */
  readonly drone?: string;
}

interface PastGiven {
  readonly NZBID?: number;
  readonly Name?: string;
  readonly Status?: string;
  readonly HistoryTime?: number;
  readonly size?: number;
  readonly drone?: string;
}

export interface NzbgetFakeOptions {
  readonly username: string;
  readonly password: string;
}

const result = (value: unknown): FakeAnswer => ({ body: { version: '1.1', result: value } });

const fault = (code: number, message: string): FakeAnswer => ({
  body: { version: '1.1', error: { name: 'JSONRPCError', code, message } },
});

/**
 * NZBGet 21 as it was seen: JSON-RPC by POST with a length, faults with status 200, sizes in halves, false for an id that it
 * doesn't have; it takes the parameters of `editqueue` in both orders, and before version 18 in the older one alone.
 * Source: download-clients facts and examples, docs/upstreams/nzbget.md.
 */
export class NzbgetFake extends FakeServer {
  /** Before version 18. */
  isOld = false;
  /** Tells only what an item is recognised by, and its size. */
  isTerse = false;
  /** The user may only add, and learn the version. */
  mayOnlyAdd = false;
  isPaused = false;
  speed = 3_145_728;
  groups: Row[] = [];
  past: Row[] = [];
  private readonly credential: string;
  private made = 20;

  /** Puts the state in place; the id is returned. */
  readonly given = {
    group: (given: GroupGiven = {}): string => {
      const { size = 1_610_612_736, left = 402_653_184, paused = 0, drone, ...rest } = given;
      const NZBID = given.NZBID ?? (this.made += 1);
      const sizes = { ...halves('FileSize', size), ...halves('RemainingSize', left), ...halves('PausedSize', paused) };
      this.groups.push({ ...GROUP, ...sizes, Parameters: parametersOf(drone), ...rest, NZBID });
      return String(NZBID);
    },
    past: (given: PastGiven = {}): string => {
      const { size = 8_123_456_789, drone, ...rest } = given;
      const NZBID = given.NZBID ?? (this.made += 1);
      this.past.push({
        ...PAST,
        ...halves('FileSize', size),
        Parameters: parametersOf(drone),
        ...rest,
        NZBID,
        ID: NZBID,
      });
      return String(NZBID);
    },
  };

  constructor({ username, password }: NzbgetFakeOptions) {
    super();
    this.credential = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    this.route(NZBGET_CALLS.version, () => result('21.0'));
    this.route(NZBGET_CALLS.status, () => result(this.status()));
    this.route(NZBGET_CALLS.groups, () => result(this.shown(this.groups)));
    this.route(NZBGET_CALLS.history, () => result(this.shown(this.past)));
    this.route(NZBGET_CALLS.pauseAll, () => this.pausing(true));
    this.route(NZBGET_CALLS.resumeAll, () => this.pausing(false));
    this.route(NZBGET_CALLS.edit, ({ body }) => this.edit((body as { params: readonly unknown[] }).params));
  }

  protected override routedPath({ path, body }: RecordedCall): string {
    return `${path}/${methodOf(body)}`;
  }

  protected override gate({ body, headers }: FakeRequest): FakeAnswer | undefined {
    if (headers['content-length'] === undefined) return { status: 400 };
    if (headers.authorization !== this.credential)
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="NZBGet"' } };
    return this.mayOnlyAdd && methodOf(body) !== 'version' ? fault(401, 'Access denied') : undefined;
  }

  protected override commonHeaders(): Readonly<Record<string, string>> {
    return { server: 'nzbget-21.0', 'set-cookie': 'Auth-Token=planted-nzbget-token; HttpOnly' };
  }

  protected override unknownRoute(): FakeAnswer {
    return fault(1, 'Invalid procedure');
  }

  private status(): Row {
    if (this.isOld) return { ServerPaused: this.isPaused, DownloadRate: this.speed };
    return { DownloadPaused: this.isPaused, ServerPaused: this.isPaused, DownloadRate: this.speed, ThreadCount: 8 };
  }

  private shown(rows: readonly Row[]): readonly Row[] {
    if (!this.isTerse) return rows;
    const kept = ['NZBID', 'Status', 'FileSizeMB', 'RemainingSizeMB'];
    return rows.map((row) => Object.fromEntries(kept.map((name) => [name, row[name]])));
  }

  private pausing(isPaused: boolean): FakeAnswer {
    this.isPaused = isPaused;
    return result(true);
  }

  private edit(params: readonly unknown[]): FakeAnswer {
    const [command, second] = params;
    const isOlder = typeof second === 'number' && params.length === 4;
    if (!isOlder && (this.isOld || typeof second !== 'string' || params.length !== 3))
      return fault(2, 'Invalid parameter');
    const ids = params.at(-1) as readonly number[];
    const meant = this.groups.filter(({ NZBID }) => ids.includes(NZBID as number));
    if (meant.length === 0) return result(false);
    if (command === 'GroupDelete') {
      this.groups = this.groups.filter((row) => !meant.includes(row));
      this.past.push(...meant.map(({ NZBName, ...row }) => ({ ...row, Name: NZBName, ...DELETED })));
    } else {
      const Status = command === 'GroupPause' ? 'PAUSED' : 'QUEUED';
      this.groups = this.groups.map((row) => (meant.includes(row) ? { ...row, Status } : row));
    }
    return result(true);
  }
}

const methodOf = (body: unknown): string => String((body as { method?: unknown } | undefined)?.method);

const halves = (name: string, size: number): Row => ({
  [`${name}Lo`]: size % 2 ** 32,
  [`${name}Hi`]: Math.floor(size / 2 ** 32),
  [`${name}MB`]: Math.floor(size / 2 ** 20),
});

const parametersOf = (drone: string | undefined): readonly Row[] => [
  ...(drone === undefined ? [] : [{ Name: 'drone', Value: drone }]),
  { Name: '*Unpack:', Value: 'yes' },
];

/** Source: examples, nzbget.listgroups. */
const GROUP: Row = {
  NZBName: 'Salt.Road.2026',
  Kind: 'NZB',
  Category: 'radarr',
  ...halves('DownloadedSize', 1_207_959_552),
  ActiveDownloads: 8,
  Status: 'DOWNLOADING',
  MaxPriority: 0,
  Health: 1_000,
  DestDir: '/downloads/canary',
};

/** What is other about a row of the queue once it has been deleted, as it was seen. */
const DELETED: Row = { Status: 'DELETED/MANUAL', DeleteStatus: 'MANUAL', HistoryTime: 1_763_640_000 };

/** Source: examples, nzbget.history. */
const PAST: Row = {
  Kind: 'NZB',
  Name: 'Harbor.Lights.2024',
  Status: 'SUCCESS/ALL',
  Category: 'radarr',
  DestDir: '/downloads/canary',
  FinalDir: '',
  HistoryTime: 1_763_630_000,
  ParStatus: 'SUCCESS',
  UnpackStatus: 'SUCCESS',
  MoveStatus: 'SUCCESS',
  ScriptStatus: 'NONE',
  DeleteStatus: 'NONE',
  MarkStatus: 'NONE',
};
