import { BASE_PATH } from '../app/base-path.js';
import { failureOf } from '../domain/failure.js';
import * as read from '../domain/library-files.js';
import type { LibraryFile, NamedFile, SeriesWithFiles, TrackPlace } from '../domain/library-files.js';
import { authorizedFetch } from '../session/session.svelte.js';
import { api, bodyOf } from './client.js';

interface Asking {
  readonly signal: AbortSignal;
}

/** The files of a part of a library that the reader may take along, each with its name. */
export interface FilesQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (asking: Asking) => Promise<readonly NamedFile[]>;
}

/** So many paths the server judges at once. Source: doc 4 section 8 */
const PATHS_AT_ONCE = 200;

/** What a library's manager itself answers, unread. */
async function askManager(
  library: string,
  path: string,
  query: Readonly<Record<string, string | number | readonly number[]>>,
  { signal }: Asking,
): Promise<unknown> {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  const address = `${BASE_PATH}/api/instances/${encodeURIComponent(library)}/api/${path}`;
  const answered = await authorizedFetch(new Request(`${address}?${new URLSearchParams(pairs)}`, { signal }));
  const body: unknown = await answered.json().catch(() => undefined);
  if (!answered.ok) throw failureOf(answered.status, answered.headers, body);
  return body;
}

/** Those of the files that lie in folders from which the server sends; of those without a path nobody knows. */
async function served<File extends LibraryFile>(
  library: string,
  files: readonly File[],
  { signal }: Asking,
): Promise<readonly File[]> {
  const asked = files.filter(({ path }) => path !== '');
  const outside = new Set<File>();
  for (let at = 0; at < asked.length; at += PATHS_AT_ONCE) {
    const some = asked.slice(at, at + PATHS_AT_ONCE);
    const body = { instance_id: library, paths: some.map(({ path }) => path) };
    const { covered } = await bodyOf(api.POST('/api/media-files/coverage', { body, signal }));
    some.filter((_, place) => !covered[place]).forEach((file) => outside.add(file));
  }
  return files.filter((file) => !outside.has(file));
}

/** The number of a film's file in a library; null where there is none that the reader may take along. */
export const filmFileQuery = (library: string | undefined, tmdbId: number) => ({
  queryKey: ['files', 'movie', library ?? '', tmdbId],
  enabled: library !== undefined,
  queryFn: async (asking: Asking): Promise<number | null> => {
    const film = read.filmFile(await askManager(library ?? '', 'v3/movie', { tmdbId }, asking), tmdbId);
    const [file] = await served(library ?? '', film ? [film] : [], asking);
    return file?.id ?? null;
  },
});

/**
 * A series as a library has it; null where it has no files of it.
 *
 * @param count how many files it has: with another one the library is asked again
 */
export const seriesFilesQuery = (library: string | undefined, tvdbId: number, count: number) => ({
  queryKey: ['files', 'tv', library ?? '', tvdbId, count],
  enabled: library !== undefined,
  queryFn: async (asking: Asking): Promise<SeriesWithFiles | null> =>
    read.seriesWithFiles(await askManager(library ?? '', 'v3/series', { tvdbId }, asking), tvdbId),
});

/**
 * @param series the manager's number of it
 * @param nameOf as {@link read.episodeFiles} has it
 */
export const seasonFilesQuery = (
  library: string,
  series: number,
  season: number,
  count: number,
  nameOf: (episodes: readonly number[], title: string) => string,
): FilesQuery => ({
  queryKey: ['files', 'season', library, series, season, count],
  queryFn: async (asking) => {
    const query = { seriesId: series, seasonNumber: season, includeEpisodeFile: 'true' };
    const files = read.episodeFiles(await askManager(library, 'v3/episode', query, asking), nameOf);
    return served(library, files, asking);
  },
});

/** @param nameOf as {@link read.trackFiles} has it */
export const albumFilesQuery = (
  library: string,
  id: string,
  nameOf: (tracks: readonly TrackPlace[]) => string,
): FilesQuery => ({
  queryKey: ['files', 'music', library, id],
  queryFn: async (asking) => {
    const albumId = read.albumNumber(await askManager(library, 'v1/album', { foreignAlbumId: id }, asking), id);
    if (albumId === null) return [];
    const [tracks, files] = await Promise.all(
      ['v1/track', 'v1/trackfile'].map((path) => askManager(library, path, { albumId }, asking)),
    );
    return served(library, read.trackFiles(tracks, files, nameOf), asking);
  },
});

/** The tracks of an album that a library knows; none where it doesn't. */
export const albumTracksQuery = (library: string, id: string) => ({
  queryKey: ['tracks', library, id],
  queryFn: async (asking: Asking) => {
    const albumId = read.albumNumber(await askManager(library, 'v1/album', { foreignAlbumId: id }, asking), id);
    return albumId === null ? [] : read.albumTracks(await askManager(library, 'v1/track', { albumId }, asking));
  },
  staleTime: 60_000,
});

/** @param id as the library's lookup takes it */
export const bookFilesQuery = (library: string, id: string): FilesQuery => ({
  queryKey: ['files', 'book', library, id],
  queryFn: async (asking) => {
    const books = read.bookNumbers(await askManager(library, 'v1/book/lookup', { term: id }, asking), id);
    if (books.length === 0) return [];
    return served(library, read.bookFiles(await askManager(library, 'v1/bookfile', { bookId: books }, asking)), asking);
  },
});

/** A ticket for a file: its address opens the file for ten minutes, and is answered with the name and the size of the file. */
export async function ticketFor(library: string, file: number) {
  const body = { instance_id: library, file_id: file };
  const { url, filename, size_bytes: size } = await bodyOf(api.POST('/api/media-files/tickets', { body }));
  return { address: BASE_PATH + url, name: filename, size };
}
