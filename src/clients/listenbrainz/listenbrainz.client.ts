import { z } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import type { Share } from '../../core/shares/fair-line.js';
import type { Clock } from '../../core/time/clock.js';
import { readJson } from '../http/json-answer.js';
import { PatientTransport } from '../http/patient-transport.js';
import { Spacing } from '../http/spacing.js';
import type { ClientOptions } from '../http/http-transport.js';

/** Something that the provider has matched to a release group, or not: then it has no id. */
const matched = z.object({
  release_group_mbid: lenient(z.string()),
  /** There is a cover of one of its releases. */
  caa_id: lenient(z.number().int()),
});

export const sitewideReleaseGroups = z.object({
  payload: z.object({
    release_groups: readableRows(matched),
    total_release_group_count: z.number().int().nonnegative(),
  }),
});

export const freshReleases = z.object({
  payload: z.object({
    releases: readableRows(
      matched.extend({
        release_name: z.string(),
        artist_credit_name: lenient(z.string()),
        /** YYYY-MM-DD, or less of it. */
        release_date: lenient(z.string()),
        release_group_primary_type: lenient(z.string()),
      }),
    ),
  }),
});

export type LbChartRow = z.infer<typeof sitewideReleaseGroups>['payload']['release_groups'][number];
export type LbFreshRelease = z.infer<typeof freshReleases>['payload']['releases'][number];

const SYSTEM = 'listenbrainz';
const DEADLINE_MS = 15_000;
const WHOLE_MS = 30_000;
const SPACING_MS = 1_000;
const LONGEST_TURN_MS = 15_000;
const ATTEMPTS = 3;
/** A month of releases comes in one piece. */
const MAX_BYTES = 24 * 1024 * 1024;
const NOT_COMPUTED = 204;

/** The line of calls to one provider: a second apart, and none more than 15 seconds long. */
export const listenbrainzLine = (clock: Clock): Spacing => new Spacing(clock, SPACING_MS, LONGEST_TURN_MS);

interface ListenbrainzClientOptions extends ClientOptions {
  /** Where calls wait for their turn: see {@link listenbrainzLine}. Clients of one provider share one. */
  readonly line: Spacing;
  /** In whose name they wait; in the system's where nothing is said. */
  readonly share?: Share;
}

/** The span that a chart looks back over. */
export type ChartRange = 'this_week' | 'this_month' | 'this_year';

/** Some rows of a chart, from a position on. */
interface LbChartRows {
  /** How many the chart has altogether; it is cut at 1,000. */
  readonly total: number;
  readonly rows: readonly LbChartRow[];
}

/** Calls start a second apart and end within 30 s. @throws UpstreamError; AppError 503 with Retry-After, unasked, where too many wait */
export class ListenbrainzClient {
  private readonly transport: PatientTransport;

  constructor(options: ListenbrainzClientOptions) {
    this.transport = new PatientTransport({
      ...options,
      system: SYSTEM,
      waitHeader: 'x-ratelimit-reset-in',
      deadlineMs: DEADLINE_MS,
      wholeMs: WHOLE_MS,
      attempts: ATTEMPTS,
      maxBytes: MAX_BYTES,
    });
  }

  /** What everybody listens to most, most first; null when the provider hasn't computed this chart. */
  async popularReleaseGroups(range: ChartRange, count: number, offset: number): Promise<LbChartRows | null> {
    const operation = 'release-groups.popular';
    const path = ['stats', 'sitewide', 'release-groups'];
    const answer = await this.transport.send({ operation, method: 'GET', path, query: { range, count, offset } });
    if (answer.status === NOT_COMPUTED) return null;
    const { payload } = readJson(SYSTEM, operation, answer, sitewideReleaseGroups);
    return { total: payload.total_release_group_count, rows: payload.release_groups };
  }

  /** What has come out in the `days` (1 to 90) up to and with `day` (YYYY-MM-DD). */
  async freshReleases(day: string, days: number): Promise<readonly LbFreshRelease[]> {
    const query = { release_date: day, days, sort: 'release_date', past: true, future: false };
    const path = ['explore', 'fresh-releases'];
    const { payload } = await this.transport.json(
      { operation: 'releases.fresh', method: 'GET', path, asFolder: true, query },
      freshReleases,
    );
    return payload.releases;
  }
}
