import { z } from 'zod';

/** An id of the database: a UUID in lower case. */
const MBID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Is this text an id as the database writes it? Nothing else is ever put into an address. */
export const isMbid = (text: string): boolean => MBID.test(text);

const mbid = z.string().regex(MBID);

/** Who made something, as credited. Without its join phrase in searches, where that is empty. */
const artistCredit = z.array(
  z.object({
    name: z.string(),
    joinphrase: z.string().nullish(),
    artist: z.object({ id: mbid, name: z.string(), disambiguation: z.string().nullish() }),
  }),
);

/**
 * What we rely on in a release group, wherever it stands: types may be null, secondary ones are left out of searches where
 * there are none, a date may be empty, a year, a month or a day.
 */
const releaseGroup = z.object({
  id: mbid,
  title: z.string(),
  disambiguation: z.string().nullish(),
  'primary-type': z.string().nullish(),
  'secondary-types': z.array(z.string()).nullish(),
  'first-release-date': z.string().nullish(),
});

const creditedReleaseGroup = releaseGroup.extend({ 'artist-credit': artistCredit });

/** Source: WS/2 release-group search. */
export const releaseGroupSearch = z.object({
  count: z.number().int().nonnegative(),
  offset: z.number().int().nonnegative(),
  'release-groups': z.array(creditedReleaseGroup),
});

/** Source: WS/2 release-group lookup with inc=artist-credits+genres. */
export const releaseGroupLookup = creditedReleaseGroup.extend({
  genres: z.array(z.object({ name: z.string(), count: z.number().int() })).nullish(),
});

/** Source: WS/2 release-group browse by artist, inc=artist-credits. */
export const releaseGroupBrowse = z.object({
  'release-group-count': z.number().int().nonnegative(),
  'release-group-offset': z.number().int().nonnegative(),
  'release-groups': z.array(releaseGroup.extend({ 'artist-credit': artistCredit.nullish() })),
});

/** What we rely on in an artist, in searches and lookups alike. */
export const artist = z.object({
  id: mbid,
  name: z.string(),
  'sort-name': z.string().nullish(),
  type: z.string().nullish(),
  country: z.string().nullish(),
  disambiguation: z.string().nullish(),
  'life-span': z
    .object({ begin: z.string().nullish(), end: z.string().nullish(), ended: z.boolean().nullish() })
    .nullish(),
});

/** Source: WS/2 artist search. */
export const artistSearch = z.object({
  count: z.number().int().nonnegative(),
  offset: z.number().int().nonnegative(),
  artists: z.array(artist),
});

/** The database's own words for a refusal. */
export const refusal = z.object({ error: z.string() });

export type MbReleaseGroup = z.infer<typeof creditedReleaseGroup>;
export type MbReleaseGroupDetail = z.infer<typeof releaseGroupLookup>;
export type MbBrowsedReleaseGroup = z.infer<typeof releaseGroupBrowse>['release-groups'][number];
export type MbArtist = z.infer<typeof artist>;
export type MbArtistCredit = z.infer<typeof artistCredit>;
