import type { MusicAlbum, MusicArtist, MusicItem, ReleaseType } from '../music/music-item.js';
import type { MusicGenre } from '../music/music-genres.js';
import type { MusicPage } from '../music/music-page.js';

/** An album, EP or single, as documents 1 and 2 have it. Texts are the provider's: text, whatever they look like. */
export interface MusicItemView {
  /** Id of the release group, always. */
  readonly foreign_id: string;
  readonly title: string;
  /** Everybody credited, as credited. */
  readonly artist: string;
  readonly release_type: ReleaseType;
  /** YYYY, YYYY-MM or YYYY-MM-DD, as exact as it is known. */
  readonly release_date?: string;
  /** Path of the cover on this server; left out where it is known that there is none. */
  readonly artwork?: string;
  /** Distinguishes it from others of the same name. */
  readonly disambiguation?: string;
}

/** An artist who is credited. */
export interface MusicCreditView {
  readonly artist_id: string;
  readonly name: string;
  /** The text between this name and the next one; empty after the last. */
  readonly join_phrase: string;
  readonly disambiguation?: string;
}

/** An album, EP or single with all its details. */
export interface MusicAlbumView extends MusicItemView {
  /** What else it is, in the provider's words: `Live`, `Compilation`. */
  readonly secondary_types: readonly string[];
  readonly credits: readonly MusicCreditView[];
  /** Those most agree on first. */
  readonly genres: readonly string[];
}

/** An artist. */
export interface MusicArtistView {
  readonly artist_id: string;
  readonly name: string;
  readonly sort_name?: string;
  /** In the provider's words: `Group`, `Person`. */
  readonly type?: string;
  /** ISO 3166-1, two letters. */
  readonly country?: string;
  /** Distinguishes them from others of the same name. */
  readonly disambiguation?: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly began?: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly ended?: string;
}

/** What every page of music says beside its results. */
interface MusicEnvelope {
  /** The page served, from 1. */
  readonly page: number;
  /** Where the provider has more, however few results this page shows; left out where it has none. */
  readonly next_page?: number;
  /** Who says so: the catalog of music or its charts. */
  readonly source: 'music_metadata' | 'music_charts';
  /** The world at large: nothing here follows a library or the household. */
  readonly scope: 'global';
  /** Why there are no results, for people. */
  readonly empty_message?: string;
}

/** A page of albums, EPs and singles. */
export interface MusicPageView extends MusicEnvelope {
  readonly results: readonly MusicItemView[];
}

/** A page of artists. */
export interface MusicArtistPageView extends MusicEnvelope {
  readonly results: readonly MusicArtistView[];
}

/** A genre that can be asked for. */
interface MusicGenreView {
  /** What a query names. */
  readonly id: string;
  readonly name: string;
  /** By which the provider knows it. */
  readonly tag: string;
}

/** The genres that can be asked for. */
export interface MusicGenresView {
  readonly genres: readonly MusicGenreView[];
}

function musicItemView(item: MusicItem): MusicItemView {
  const { id, title, artist, releaseType, releaseDate, disambiguation, mayHaveCover } = item;
  return {
    foreign_id: id,
    title,
    artist,
    release_type: releaseType,
    ...(releaseDate === undefined ? {} : { release_date: releaseDate }),
    ...(mayHaveCover ? { artwork: `/api/discover/music/artwork/${id}` } : {}),
    ...(disambiguation === undefined ? {} : { disambiguation }),
  };
}

export function musicAlbumView(album: MusicAlbum): MusicAlbumView {
  return {
    ...musicItemView(album),
    secondary_types: album.secondaryTypes,
    credits: album.credits.map(({ artistId, name, joinPhrase, disambiguation }) => ({
      artist_id: artistId,
      name,
      join_phrase: joinPhrase,
      ...(disambiguation === undefined ? {} : { disambiguation }),
    })),
    genres: album.genres,
  };
}

export function musicArtistView({ id, name, sortName, ...facts }: MusicArtist): MusicArtistView {
  const { type, country, disambiguation, began, ended } = facts;
  const known = { sort_name: sortName, type, country, disambiguation, began, ended };
  const said = Object.entries(known).filter(([, value]) => value !== undefined);
  return { artist_id: id, name, ...Object.fromEntries(said) };
}

export function musicPageView(page: MusicPage<MusicItem>): MusicPageView {
  return { results: page.results.map(musicItemView), ...envelopeOf(page) };
}

export function musicArtistPageView(page: MusicPage<MusicArtist>): MusicArtistPageView {
  return { results: page.results.map(musicArtistView), ...envelopeOf(page) };
}

export const musicGenresView = (genres: readonly MusicGenre[]): MusicGenresView => ({
  genres: genres.map(({ id, name, tag }) => ({ id, name, tag })),
});

function envelopeOf({ page, nextPage, source, emptyMessage }: MusicPage<unknown>): MusicEnvelope {
  return {
    page,
    ...(nextPage === undefined ? {} : { next_page: nextPage }),
    source,
    scope: 'global',
    ...(emptyMessage === undefined ? {} : { empty_message: emptyMessage }),
  };
}
