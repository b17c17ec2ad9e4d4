import { z } from 'zod';
import { readableRows, lenient } from '../http/lenient-members.js';

/** An id of the database: a UUID in lower case. */
const MBID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Is this text an id as the database writes it? Nothing else is ever put into an address. */
export const isMbid = (text: string): boolean => MBID.test(text);

const mbid = z.string().regex(MBID);

/** Who made something, as credited. A credit with an unreadable artist is none: it would name the wrong ones. */
const artistCredit = z.array(
  z
    .object({
      name: lenient(z.string()),
      joinphrase: lenient(z.string()),
      artist: z.object({ id: mbid, name: lenient(z.string()), disambiguation: lenient(z.string()) }),
    })
    .transform(({ name, ...credit }) => ({ ...credit, name: name ?? credit.artist.name ?? '' })),
);

/** What we rely on in a release group: types may be null or missing, a date may be empty, a year, a month or a day. */
const releaseGroup = z.object({
  id: mbid,
  title: z.string(),
  disambiguation: lenient(z.string()),
  'primary-type': lenient(z.string()),
  'secondary-types': lenient(z.array(z.string())),
  'first-release-date': lenient(z.string()),
  'artist-credit': lenient(artistCredit),
});

export const releaseGroupSearch = z.object({
  count: z.number().int().nonnegative(),
  'release-groups': readableRows(releaseGroup),
});

export const releaseGroupLookup = releaseGroup.extend({
  genres: lenient(readableRows(z.object({ name: z.string(), count: lenient(z.number().int()) }))),
});

export const releaseGroupBrowse = z.object({
  'release-group-count': z.number().int().nonnegative(),
  'release-groups': readableRows(releaseGroup),
});

/** What we rely on in an artist, in searches and lookups alike. */
export const artist = z.object({
  id: mbid,
  name: z.string(),
  'sort-name': lenient(z.string()),
  type: lenient(z.string()),
  country: lenient(z.string()),
  disambiguation: lenient(z.string()),
  'life-span': lenient(z.object({ begin: lenient(z.string()), end: lenient(z.string()) })),
});

export const artistSearch = z.object({
  count: z.number().int().nonnegative(),
  artists: readableRows(artist),
});

/** The database's own words for a refusal. */
export const refusal = z.object({ error: z.string() });

export type MbReleaseGroup = z.infer<typeof releaseGroup>;
export type MbReleaseGroupDetail = z.infer<typeof releaseGroupLookup>;
export type MbArtist = z.infer<typeof artist>;
export type MbArtistCredit = z.infer<typeof artistCredit>;
