import type { LbFreshRelease } from '../../../clients/listenbrainz/listenbrainz.client.js';
import {
  isMbid,
  type MbArtist,
  type MbArtistCredit,
  type MbReleaseGroup,
  type MbReleaseGroupDetail,
} from '../../../clients/musicbrainz/musicbrainz-schemas.js';

/** `other` for what the catalog calls otherwise, or nothing. */
export type ReleaseType = 'album' | 'ep' | 'single' | 'broadcast' | 'other';

/** Texts are the provider's, whatever they hold. */
export interface MusicItem {
  readonly id: string;
  readonly title: string;
  /** Everybody credited, as credited. */
  readonly artist: string;
  readonly releaseType: ReleaseType;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly releaseDate?: string;
  readonly disambiguation?: string;
  /** False where it is known that there is no cover. */
  readonly mayHaveCover: boolean;
}

export interface MusicCredit {
  readonly artistId: string;
  readonly name: string;
  readonly joinPhrase: string;
  readonly disambiguation?: string;
}

export interface MusicAlbum extends MusicItem {
  readonly secondaryTypes: readonly string[];
  readonly credits: readonly MusicCredit[];
  /** The catalog's own words, those with the most votes first. */
  readonly genres: readonly string[];
}

export interface MusicArtist {
  readonly id: string;
  readonly name: string;
  readonly sortName?: string;
  readonly type?: string;
  /** ISO 3166-1, two letters. */
  readonly country?: string;
  readonly disambiguation?: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly began?: string;
  readonly ended?: string;
}

export const isAlbumOrEp = ({ releaseType }: MusicItem): boolean => releaseType === 'album' || releaseType === 'ep';

/** @param artist who made it, where the catalog doesn't say so in the row itself */
export function itemOf(group: MbReleaseGroup, artist = ''): MusicItem {
  const credit = group['artist-credit'] ?? [];
  return {
    id: group.id,
    title: group.title,
    artist: credit.length > 0 ? creditText(credit) : artist,
    releaseType: releaseTypeOf(group['primary-type']),
    releaseDate: text(group['first-release-date']),
    disambiguation: text(group.disambiguation),
    mayHaveCover: true,
  };
}

export function albumOf(group: MbReleaseGroupDetail): MusicAlbum {
  const genres = [...(group.genres ?? [])].sort((one, other) => (other.count ?? 0) - (one.count ?? 0));
  return {
    ...itemOf(group),
    secondaryTypes: group['secondary-types'] ?? [],
    credits: (group['artist-credit'] ?? []).map(({ name, joinphrase, artist }) => ({
      artistId: artist.id,
      name,
      joinPhrase: joinphrase ?? '',
      disambiguation: text(artist.disambiguation),
    })),
    genres: genres.map(({ name }) => name),
  };
}

export function artistOf(artist: MbArtist): MusicArtist {
  const { id, name, type, country, disambiguation, 'sort-name': sortName, 'life-span': life } = artist;
  return {
    id,
    name,
    sortName: text(sortName),
    type: text(type),
    country: text(country),
    disambiguation: text(disambiguation),
    began: text(life?.begin),
    ended: text(life?.end),
  };
}

/** Null for a row without a release group: it can't be asked for. */
export function releaseOf(row: LbFreshRelease): MusicItem | null {
  const { release_group_mbid: id, release_name: title } = row;
  if (!id || !isMbid(id)) return null;
  const artist = row.artist_credit_name ?? '';
  const releaseType = releaseTypeOf(row.release_group_primary_type);
  return { id, title, artist, releaseType, releaseDate: text(row.release_date), mayHaveCover: hasCover(row) };
}

export const hasCover = ({ caa_id }: { readonly caa_id?: number | null }): boolean => typeof caa_id === 'number';

/** The first of each id. */
export function distinct<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(item.id)) first.set(item.id, item);
  return [...first.values()];
}

const creditText = (credit: MbArtistCredit): string =>
  credit.map(({ name, joinphrase }) => name + (joinphrase ?? '')).join('');

const text = (value: string | null | undefined): string | undefined => value || undefined;

const TYPES: readonly string[] = ['album', 'ep', 'single', 'broadcast'];

function releaseTypeOf(name: string | null | undefined): ReleaseType {
  const type = (name ?? '').toLowerCase();
  return TYPES.includes(type) ? (type as ReleaseType) : 'other';
}
