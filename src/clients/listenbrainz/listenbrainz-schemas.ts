import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Something that the provider has matched to a release group, or not: then it has no id. */
const matched = z.object({
  release_group_mbid: z.string().nullish(),
  /** There is a cover of one of its releases. */
  caa_id: z.number().int().nullish(),
});

/** Source: ListenBrainz, GET /1/stats/sitewide/release-groups. */
export const sitewideReleaseGroups = z.object({
  payload: z.object({
    release_groups: z.array(matched.extend({ release_group_name: z.string(), artist_name: z.string() })),
    offset: count,
    total_release_group_count: count,
  }),
});

/** Source: ListenBrainz, GET /1/explore/fresh-releases/. */
export const freshReleases = z.object({
  payload: z.object({
    releases: z.array(
      matched.extend({
        release_name: z.string(),
        artist_credit_name: z.string(),
        /** YYYY-MM-DD, or less of it. */
        release_date: z.string().nullish(),
        release_group_primary_type: z.string().nullish(),
      }),
    ),
  }),
});

export type LbChartRow = z.infer<typeof sitewideReleaseGroups>['payload']['release_groups'][number];
export type LbFreshRelease = z.infer<typeof freshReleases>['payload']['releases'][number];
