import type { FakeAnswer, FakeRequest } from '../fake-exchange.js';
import { FakeServer } from '../fake-server.js';

const RANGES = [
  ...['this_week', 'this_month', 'this_year', 'week', 'month', 'quarter', 'year', 'half_yearly', 'all_time'],
];
const MOST = 1_000;

const refusal = (code: number, error: string): FakeAnswer => ({ status: code, body: { code, error } });

/** A row of a chart; without an id it is one that nobody has matched. */
export interface ListenbrainzRow {
  readonly id?: string;
  readonly title: string;
  readonly artist?: string;
  readonly hasCover?: boolean;
}

/** Something that has come out. */
export interface ListenbrainzRelease {
  readonly id: string;
  readonly title: string;
  readonly artist?: string;
  readonly date: string;
  readonly type?: string | null;
  readonly hasCover?: boolean;
}

/**
 * ListenBrainz with a state of charts and releases. It refuses, by 429, who comes within a second of the call before, by the
 * clock it is given.
 */
export class ListenbrainzFake extends FakeServer {
  private readonly charts = new Map<string, readonly ListenbrainzRow[]>();
  private releases: ListenbrainzRelease[] = [];
  private lastAt = -Infinity;
  /** When each call came, by the clock. */
  readonly cameAt: number[] = [];

  /** Puts the state in place. */
  readonly given = {
    chart: (range: string, rows: readonly ListenbrainzRow[]): void => void this.charts.set(range, rows),
    release: (release: ListenbrainzRelease): void => void this.releases.push(release),
    noReleases: (): void => void (this.releases = []),
  };

  constructor(private readonly now: () => number = () => Date.now()) {
    super();
    this.route('GET /1/stats/sitewide/release-groups', (request) => this.chart(request));
    this.route('GET /1/explore/fresh-releases/', ({ query }) => this.fresh(query));
    this.route('GET /1/explore/fresh-releases', () => ({
      status: 308,
      headers: { location: `${this.url}/1/explore/fresh-releases/` },
    }));
  }

  /** Base address with the version, as a client is given it. */
  get apiUrl(): string {
    return `${this.url}/1`;
  }

  /** Makes the next calls of a route meet the rate limit. */
  limitRate(key: string, { resetInSeconds = 1, times = 1 } = {}): void {
    this.fail(key, overLimit(resetInSeconds), times);
  }

  protected override gate(): FakeAnswer | undefined {
    const now = this.now();
    const tooFast = now - this.lastAt < 1_000;
    this.lastAt = now;
    this.cameAt.push(now);
    return tooFast ? overLimit(1) : undefined;
  }

  private chart({ query }: FakeRequest): FakeAnswer {
    const range = String(query.range ?? 'all_time');
    if (!RANGES.includes(range)) return refusal(400, `Invalid range: ${range}`);
    const rows = this.charts.get(range);
    if (!rows) return { status: 204 };
    const [count, offset] = [Math.min(Number(query.count ?? 25), MOST), Number(query.offset ?? 0)];
    const release_groups = rows
      .slice(0, MOST)
      .slice(offset, offset + count)
      .map(chartRowOf);
    const total_release_group_count = Math.min(rows.length, MOST);
    const times = { from_ts: 1763337600, to_ts: 1763942400, last_updated: 1763600000 };
    return { body: { payload: { release_groups, range, offset, count, total_release_group_count, ...times } } };
  }

  private fresh(query: FakeRequest['query']): FakeAnswer {
    const day = Date.parse(String(query.release_date));
    const days = Number(query.days);
    if (Number.isNaN(day) || !(days >= 1 && days <= 90)) return refusal(400, 'Invalid date or days.');
    const [from, to] = [
      query.past === 'false' ? day : day - days * 86_400_000,
      query.future === 'false' ? day : day + days * 86_400_000,
    ];
    const releases = this.releases.filter(({ date }) => !(Date.parse(date) < from || Date.parse(date) > to));
    return { body: { payload: { releases: releases.map(releaseOf), total_count: releases.length } } };
  }
}

const overLimit = (seconds: number): FakeAnswer => ({
  ...refusal(
    429,
    'You have exceeded your rate limit. See the X-RateLimit-* response headers for more information on your current rate limit.',
  ),
  headers: { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-in': String(seconds) },
});

const ARTIST_ID = '1f0e5b7a-0000-4aaa-8bbb-000000000001';
const coverOf = (id: string, hasCover = true): object =>
  hasCover
    ? { caa_id: 29179588000, caa_release_mbid: `55aa1200${id.slice(8)}` }
    : { caa_id: null, caa_release_mbid: null };

/** The keys of a cover are left out of a chart where there is none. Source: ListenBrainz facts, row. */
function chartRowOf({ id, title, artist = 'Glass Meridian', hasCover }: ListenbrainzRow): object {
  const named = { artist_name: artist, listen_count: 456, release_group_name: title };
  if (id === undefined) return named;
  return {
    ...named,
    artist_mbids: [ARTIST_ID],
    artists: [{ artist_credit_name: artist, artist_mbid: ARTIST_ID, join_phrase: '' }],
    ...(hasCover === false ? {} : coverOf(id)),
    release_group_mbid: id,
  };
}

function releaseOf({
  id,
  title,
  artist = 'Glass Meridian',
  date,
  type = 'Album',
  hasCover,
}: ListenbrainzRelease): object {
  return {
    artist_credit_name: artist,
    artist_mbids: [ARTIST_ID],
    ...coverOf(id, hasCover),
    listen_count: 0,
    release_date: date,
    release_group_mbid: id,
    release_group_primary_type: type,
    release_group_secondary_type: null,
    release_mbid: `55aa1200${id.slice(8)}`,
    release_name: title,
    release_tags: ['electronic'],
  };
}
