import { z } from 'zod';
import { readableRows, told } from '../http/told.js';

/** Something that the provider has matched to a release group, or not: then it has no id. */
const matched = z.object({
  release_group_mbid: told(z.string()),
  /** There is a cover of one of its releases. */
  caa_id: told(z.number().int()),
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
        artist_credit_name: told(z.string()),
        /** YYYY-MM-DD, or less of it. */
        release_date: told(z.string()),
        release_group_primary_type: told(z.string()),
      }),
    ),
  }),
});

export type LbChartRow = z.infer<typeof sitewideReleaseGroups>['payload']['release_groups'][number];
export type LbFreshRelease = z.infer<typeof freshReleases>['payload']['releases'][number];
