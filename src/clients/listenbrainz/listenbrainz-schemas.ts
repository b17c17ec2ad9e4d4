import { z } from 'zod';
import { readableRows, lenient } from '../http/lenient-members.js';

/** Something that the provider has matched to a release group, or not: then it has no id. */
const matched = z.object({
  release_group_mbid: lenient(z.string()),
  /** There is a cover of one of its releases. */
  caa_id: lenient(z.number().int()),
});

/** Source: ListenBrainz, GET /1/stats/sitewide/release-groups. */
export const sitewideReleaseGroups = z.object({
  payload: z.object({
    release_groups: readableRows(matched),
    total_release_group_count: z.number().int().nonnegative(),
  }),
});

/** Source: ListenBrainz, GET /1/explore/fresh-releases/. */
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
