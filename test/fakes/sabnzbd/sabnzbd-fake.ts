import type { FakeAnswer, FakeRequest, RecordedCall } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

/** The calls of {@link SabnzbdFake}, by the keys of its routes. */
export const SABNZBD_CALLS = {
  version: 'GET /api/version',
  queue: 'GET /api/queue',
  history: 'GET /api/history',
  pauseAll: 'GET /api/pause',
  resumeAll: 'GET /api/resume',
  pause: 'GET /api/queue/pause',
  resume: 'GET /api/queue/resume',
  remove: 'GET /api/queue/delete',
} as const;

/** A row as it is written; see the examples. */
type Row = Readonly<Record<string, unknown>>;

interface SlotGiven {
  readonly nzo_id?: string;
  readonly filename?: string;
  readonly status?: string;
  /** In MiB. */
  readonly mb?: number;
  readonly mbleft?: number;
  readonly cat?: string;
}

interface PastGiven {
  readonly nzo_id?: string;
  readonly name?: string;
  readonly status?: string;
  readonly bytes?: number;
  readonly completed?: number;
  readonly category?: string;
}

const YES: FakeAnswer = { body: { status: true } };

/**
 * SABnzbd 4.5: everything below `/api`, chosen by the query. The version is told whatever the key is; a wrong key is a 403 in
 * plain text, or 200 with `status: false`; sizes are decimal text in MiB; actions are a success whatever their id is.
 * Source: download-clients facts and examples.
 */
export class SabnzbdFake extends FakeServer {
  /** How a wrong key is refused. */
  refusesInJson = false;
  /** Leaves out what it may: only what an item is recognised by is told. */
  isTerse = false;
  isPaused = false;
  kbpersec = '3072.00';
  slots: Row[] = [];
  past: Row[] = [];
  /** What was removed, with its files or without. */
  readonly removed: { readonly id: string; readonly withFiles: boolean }[] = [];
  private made = 0;

  /** Puts the state in place; the id is returned. */
  readonly given = {
    slot: (given: SlotGiven = {}): string => {
      const { mb = 1_536, mbleft = 384, ...rest } = given;
      const nzo_id = given.nzo_id ?? `SABnzbd_nzo_q${(this.made += 1)}`;
      const sizes = { mb: mb.toFixed(2), mbleft: mbleft.toFixed(2), percentage: String(percent(mb, mbleft)) };
      this.slots.push({ ...SLOT, ...sizes, ...rest, nzo_id, index: this.slots.length });
      return nzo_id;
    },
    past: (given: PastGiven = {}): string => {
      const nzo_id = given.nzo_id ?? `SABnzbd_nzo_h${(this.made += 1)}`;
      this.past.push({ ...PAST, ...given, nzo_id });
      return nzo_id;
    },
  };

  constructor(private readonly apiKey: string) {
    super();
    this.route(SABNZBD_CALLS.version, () => ({ body: { version: '4.5.3' } }));
    this.route(SABNZBD_CALLS.queue, (request) => ({ body: { queue: this.queue(request) } }));
    this.route(SABNZBD_CALLS.history, ({ query }) => {
      const slots = this.past.slice(0, Number(query.limit ?? 10));
      return { body: { history: { noofslots: this.past.length, slots: this.shown(slots, ['nzo_id', 'status']) } } };
    });
    this.route(SABNZBD_CALLS.pauseAll, () => this.pausing(true));
    this.route(SABNZBD_CALLS.resumeAll, () => this.pausing(false));
    this.route(SABNZBD_CALLS.pause, ({ query }) => this.change(query.value, { status: 'Paused' }));
    this.route(SABNZBD_CALLS.resume, ({ query }) => this.change(query.value, { status: 'Queued' }));
    this.route(SABNZBD_CALLS.remove, (request) => this.remove(request));
  }

  protected override routedPath({ path, query }: RecordedCall): string {
    const { mode, name } = query;
    return [path, mode, name].filter((part) => typeof part === 'string').join('/');
  }

  protected override gate({ query }: FakeRequest): FakeAnswer | undefined {
    if (query.mode === 'version' || query.apikey === this.apiKey) return undefined;
    const error = query.apikey === undefined ? 'API Key Required' : 'API Key Incorrect';
    return this.refusesInJson ? { body: { status: false, error } } : { status: 403, body: `${error}\n` };
  }

  protected override unknownRoute(): FakeAnswer {
    return { body: { status: false, error: 'not implemented' } };
  }

  private queue({ query }: FakeRequest): Row {
    const { slots } = this;
    const limit = Number(query.limit ?? 0);
    const shown = this.shown(limit > 0 ? slots.slice(0, limit) : slots, ['nzo_id', 'status', 'mb', 'mbleft']);
    if (this.isTerse) return { paused: this.isPaused, slots: shown };
    const [mb, mbleft] = [sumOf(slots, 'mb'), sumOf(slots, 'mbleft')];
    return {
      ...QUEUE,
      paused: this.isPaused,
      status: this.isPaused ? 'Paused' : 'Downloading',
      kbpersec: this.kbpersec,
      mb: mb.toFixed(2),
      mbleft: mbleft.toFixed(2),
      noofslots_total: slots.length,
      noofslots: slots.length,
      limit,
      finish: slots.length,
      slots: shown,
    };
  }

  private shown(rows: readonly Row[], kept: readonly string[]): readonly Row[] {
    if (!this.isTerse) return rows;
    return rows.map((row) => Object.fromEntries(kept.map((name) => [name, row[name]])));
  }

  private pausing(isPaused: boolean): FakeAnswer {
    this.isPaused = isPaused;
    return YES;
  }

  private change(value: unknown, to: Row): FakeAnswer {
    this.slots = this.slots.map((row) => (value === 'all' || row.nzo_id === value ? { ...row, ...to } : row));
    return { body: { status: true, nzo_ids: [value] } };
  }

  private remove({ query: { value, del_files } }: FakeRequest): FakeAnswer {
    const gone = this.slots.filter(({ nzo_id }) => value === 'all' || nzo_id === value);
    this.slots = this.slots.filter((row) => !gone.includes(row));
    for (const { nzo_id } of gone) this.removed.push({ id: String(nzo_id), withFiles: del_files === '1' });
    return { body: { status: true, nzo_ids: [value] } };
  }
}

const percent = (mb: number, mbleft: number): number => (mb > 0 ? Math.floor((100 * (mb - mbleft)) / mb) : 0);

const sumOf = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);

/** Source: examples, sabnzbd.queue. */
const QUEUE: Row = {
  version: '4.5.3',
  speed: '3.0 M',
  sizeleft: '384.0 MB',
  size: '1.5 GB',
  start: 0,
  timeleft: '0:02:08',
};

const SLOT: Row = {
  unpackopts: '3',
  priority: 'Normal',
  script: 'None',
  filename: 'Salt.Road.2026.1080p.WEB-DL-DEMO',
  labels: [],
  password: '',
  cat: 'radarr',
  size: '1.5 GB',
  sizeleft: '384.0 MB',
  mbmissing: '0.00',
  status: 'Downloading',
  timeleft: '0:02:08',
  avg_age: '1d',
  time_added: 1_763_640_000,
};

/** Source: examples, sabnzbd.history. */
const PAST: Row = {
  name: 'Harbor.Lights.2024',
  category: 'radarr',
  status: 'Completed',
  fail_message: 'canary-words at /downloads/canary',
  bytes: 8_123_456_789,
  storage: '/downloads/canary',
  completed: 1_763_630_000,
  download_time: 600,
  stage_log: [],
};
