/** What large libraries of books and of music list: as their managers write it, made once and sent as it is. */
import { workOf, FORMATS } from '../../test/fakes/chaptarr/chaptarr-catalog.js';
import type { ChaptarrFake } from '../../test/fakes/chaptarr/chaptarr-fake.js';
import { authorResource, bookResource } from '../../test/fakes/chaptarr/chaptarr-resources.js';
import type { ChaptarrStoredAuthor, ChaptarrStoredBook } from '../../test/fakes/chaptarr/chaptarr-stored.js';
import { groupOf } from '../../test/fakes/lidarr/lidarr-catalog.js';
import type { LidarrFake } from '../../test/fakes/lidarr/lidarr-fake.js';
import { albumResource, artistResource } from '../../test/fakes/lidarr/lidarr-resources.js';
import type { LidarrStoredAlbum, LidarrStoredArtist } from '../../test/fakes/lidarr/lidarr-stored.js';
import { albumId, artistId, bookId } from './titles.js';

/** Source: issue 20 section 7, 5,000 works of 600 authors. */
const AUTHORS_OF_A_WORK = 600 / 5_000;
const ALBUMS_OF_AN_ARTIST = 10;
const TRACKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const ADDED = '2026-01-01T00:00:00Z';

/** Two thirds of the works are in a series; of five records four have a file. */
export function furnishBooks(chaptarr: ChaptarrFake, works: number): void {
  const authors = Array.from({ length: Math.ceil(works * AUTHORS_OF_A_WORK) }, (_, number) => authorOf(number));
  const books = Array.from({ length: works }, (_, number) => recordsOf(number, authors)).flat();
  const byAuthor = new Map<ChaptarrStoredAuthor, ChaptarrStoredBook[]>(authors.map((author) => [author, []]));
  for (const book of books) byAuthor.get(book.author)?.push(book);
  fix(chaptarr, 'book', books.map(bookResource));
  fix(
    chaptarr,
    'author',
    authors.map((author) => authorResource(author.writer, author, byAuthor.get(author) ?? [])),
  );
}

/** Of five albums four are all there. */
export function furnishAlbums(lidarr: LidarrFake, count: number): void {
  const artists = Array.from({ length: Math.ceil(count / ALBUMS_OF_AN_ARTIST) }, (_, number) => artistOf(number));
  const albums = Array.from({ length: count }, (_, number) => albumOf(number, artists));
  const written = artists.map((artist, number) =>
    artistResource(artist, albums.slice(number * ALBUMS_OF_AN_ARTIST, (number + 1) * ALBUMS_OF_AN_ARTIST)),
  );
  fix(lidarr, 'artist', written);
  fix(
    lidarr,
    'album',
    albums.map((album) => albumResource(album, null)),
  );
}

/** As managers frame it: in chunks, its length not declared before. */
function fix(manager: ChaptarrFake | LidarrFake, list: string, rows: readonly unknown[]): void {
  const body = Buffer.from(JSON.stringify(rows));
  const headers = { 'content-type': 'application/json; charset=utf-8', 'transfer-encoding': 'chunked' };
  manager.route(`GET /api/v1/${list}`, () => ({ body, headers }));
}

const authorOf = (number: number): ChaptarrStoredAuthor => ({
  id: number + 1,
  writer: { foreignAuthorId: `hc:${700_001 + number}`, name: `Amber River ${number}` },
  added: ADDED,
  settings: { monitored: true },
});

function recordsOf(number: number, authors: readonly ChaptarrStoredAuthor[]): readonly ChaptarrStoredBook[] {
  const author = authors[number % authors.length] ?? authorOf(0);
  const work = workOf({
    foreignBookId: bookId(number),
    title: `Book of the amber river ${number}`,
    author: author.writer,
    seriesTitle: number % 3 === 0 ? '' : `Amber Tales ${number % 400} #${(number % 9) + 1}`,
  });
  return FORMATS.map((format, at) => {
    const id = 2 * number + at + 1;
    return {
      id,
      work,
      format,
      author,
      foreignBookId: work.foreignBookId,
      monitored: true,
      editions: [],
      files: id % 5 === 0 ? [] : [{ id, size: 2_400_000, dateAdded: ADDED }],
      grabs: [],
    };
  });
}

const artistOf = (number: number): LidarrStoredArtist => ({
  id: number + 1,
  who: { foreignArtistId: artistId(number), artistName: `Amber Band ${number}` },
  monitored: true,
  monitorNewItems: 'none',
  qualityProfileId: 1,
  metadataProfileId: 1,
  rootFolderPath: '/music/',
  tags: [],
  added: ADDED,
});

function albumOf(number: number, artists: readonly LidarrStoredArtist[]): LidarrStoredAlbum {
  const artist = artists[Math.floor(number / ALBUMS_OF_AN_ARTIST)] ?? artistOf(0);
  const file = (track: number) => ({ id: number * 10 + track, size: 30_500_000, dateAdded: ADDED, cutoffUnmet: false });
  const given = { foreignAlbumId: albumId(number), title: `Album of the amber river ${number}` };
  return {
    id: number + 1,
    group: groupOf(given, artist.who),
    artist,
    monitored: true,
    release: 0,
    tracksKnown: true,
    files: new Map(number % 5 === 0 ? [] : TRACKS.map((track) => [track, file(track)])),
    lastSearched: null,
  };
}
