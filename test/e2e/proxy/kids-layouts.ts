import type { FakeAnswer } from '../../fakes/fake-server.js';

/** A film that may be seen by the limits of the kids stand, as its manager writes it. */
export const GOOD = '{"id":1,"title":"Meadow","certification":"G","genres":["Family"]}';
/** One that may not. */
export const BAD = '{"id":2,"title":"Razor","certification":"R","genres":["Family"]}';

const FILMS = 'movie_manager';
const SERIES = 'tv_manager';
const list = (records: readonly string[]): string => `[${records.join(',')}]`;
const page = (records: readonly string[]): string =>
  `{"page":1,"records":${list(records)},"totalRecords":${records.length}}`;
/** A page from which records may have been removed. */
const shownPage = (records: readonly string[]): string =>
  `{"page":1,"pageSize":10,"totalRecords":${records.length},"records":${list(records)}}`;
const single = ([record = '']: readonly string[]): string => record;
const film = (title: string): string => title;
const rowOfFilm = (title: string): string => `{"id":9,"movie":${title},"movieId":1}`;
/** The same ratings in the scheme of series. */
const rowOfSeries = (title: string): string =>
  `{"id":9,"series":${title.replaceAll('"G"', '"TV-G"').replaceAll('"R"', '"TV-MA"').replaceAll(' r ', ' tv-ma ')}}`;

/** One read of each layout: whom it asks, and how titles stand in the answer. */
export const READS = {
  list: { kind: FILMS, path: 'movie', record: film, document: list },
  page: { kind: FILMS, path: 'wanted/missing', record: film, document: page },
  single: { kind: FILMS, path: 'movie/1', record: film, document: single },
  rows: { kind: SERIES, path: 'episode', record: rowOfSeries, document: list },
  paged: { kind: FILMS, path: 'queue', record: rowOfFilm, document: page },
  row: { kind: SERIES, path: 'episode/1', record: rowOfSeries, document: single },
} as const;

export type Read = keyof typeof READS;
export const ALL_READS = Object.keys(READS) as readonly Read[];

/** The document of a read in which these titles stand. */
export const around = (read: Read, ...titles: readonly string[]): string =>
  READS[read].document(titles.map(READS[read].record));

/** The same as a kids account gets it, where these titles are what it may see. */
export const shown = (read: Read, ...titles: readonly string[]): string =>
  READS[read].document === page ? shownPage(titles.map(READS[read].record)) : around(read, ...titles);

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** An answer down to its bytes. */
export const bytes = (
  body: string | Buffer,
  headers: Record<string, string> = JSON_TYPE,
  status = 200,
): FakeAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
});

/** What replaces a record that may not be seen, or isn't there. */
export const NOT_FOUND = [404, '{"error":"not found"}'];
