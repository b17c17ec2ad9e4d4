import { describe, expect, it } from 'vitest';
import {
  albumNumber,
  albumTracks,
  bookFiles,
  bookNumbers,
  episodeFiles,
  filmFile,
  seriesWithFiles,
  trackFiles,
} from './library-files.js';

/** Answers of outside that are no lists of what is asked for. */
const NONSENSE = [null, undefined, 'text', 7, {}, { error: 'no' }, [null, 'text', 7, []], [{}]];

describe('doc4 §8: the file of a film, as its manager says', () => {
  const path = '/movies/Metropolis/Metropolis.mkv';

  it.each([
    [[{ tmdbId: 7, movieFile: { id: 3, path, size: 12 } }], { id: 3, path, size: 12 }],
    [[{ tmdbId: 7, movieFile: { id: 3 } }], { id: 3, path: '', size: undefined }],
    [[{ tmdbId: 8, movieFile: { id: 3, path } }], null],
    [[{ tmdbId: 7, movieFile: null }], null],
    [[{ tmdbId: 7, movieFile: { id: 0, path } }], null],
    [[{ tmdbId: 7, movieFile: { id: '3', path } }], null],
  ])('of %j it is %j', (answer, file) => {
    expect(filmFile(answer, 7)).toEqual(file);
  });

  it('is none in what can’t be read', () => {
    expect(NONSENSE.map((answer) => filmFile(answer, 7))).toEqual(NONSENSE.map(() => null));
  });
});

describe('doc4 §8: the files of a series, as its manager says', () => {
  const season = (seasonNumber: unknown, episodeFileCount: unknown) => ({
    seasonNumber,
    statistics: { episodeFileCount },
  });

  it('are in the seasons that have some, specials first', () => {
    const seasons = [season(2, 1), season(1, 3), season(3, 0), season(0, 1), season('4', 1), { seasonNumber: 5 }, null];
    expect(
      seriesWithFiles(
        [
          { id: 1, tvdbId: 8, seasons },
          { id: 2, tvdbId: 7, seasons },
        ],
        7,
      ),
    ).toEqual({
      id: 2,
      seasons: [0, 1, 2],
    });
    expect(seriesWithFiles([{ id: 2, tvdbId: 7, seasons: [season(1, 0)] }], 7)).toBeNull();
    expect(seriesWithFiles([{ id: 0, tvdbId: 7, seasons }], 7)).toBeNull();
    expect(NONSENSE.map((answer) => seriesWithFiles(answer, 7))).toEqual(NONSENSE.map(() => null));
  });

  const named = (episodes: readonly number[], title: string) => `${episodes.join('+')} ${title}`;
  const files = (answer: unknown) => episodeFiles(answer, named).map(({ id, name, path }) => [id, name, path]);

  it('come in the order of the episodes; episodes that share a file are one, and a file without a path is one, too', () => {
    const file = (id: number) => ({ id, path: `/tv/${id}.mkv`, size: 5 });
    expect(
      files([
        { episodeFileId: 12, episodeNumber: 3, title: 'Third', episodeFile: file(12) },
        { episodeFileId: 11, episodeNumber: 2, title: 'Second', episodeFile: file(11) },
        { episodeFileId: 11, episodeNumber: 1, title: 'First', episodeFile: file(11) },
        { episodeFileId: 0, episodeNumber: 4, title: 'Not there' },
        { episodeFileId: 13, episodeNumber: 5 },
        { episodeFileId: 14, episodeNumber: 6, episodeFile: file(99) },
      ]),
    ).toEqual([
      [11, '1+2 ', '/tv/11.mkv'],
      [12, '3 Third', '/tv/12.mkv'],
      [13, '5 ', ''],
      [14, '6 ', ''],
    ]);
    expect(NONSENSE.flatMap(files)).toEqual([]);
  });
});

describe('doc4 §8: the files of an album, as its manager says', () => {
  it('are found by its id, however it is spelt', () => {
    const album = { id: 5, foreignAlbumId: 'ABC' };
    expect(albumNumber([{ id: 4, foreignAlbumId: 'x' }, album], 'abc')).toBe(5);
    expect(albumNumber([{ ...album, id: 0 }], 'abc')).toBeNull();
    expect(NONSENSE.map((answer) => albumNumber(answer, 'abc'))).toEqual(NONSENSE.map(() => null));
  });

  const track = (fields: object) => ({ mediumNumber: 1, title: 'T', ...fields });
  const file = (id: number) => ({ id, path: `/music/${id}.flac`, size: 5 });
  const names = (tracks: unknown, files: unknown) =>
    trackFiles(tracks, files, (all) =>
      all.map(({ disc, number, title }) => `${disc ?? ''}/${number} ${title}`).join(),
    ).map(({ id, name }) => [id, name]);

  it('come in the order of discs and tracks, and those of no track last, by their names', () => {
    const tracks = [
      track({ mediumNumber: 2, trackNumber: '1', absoluteTrackNumber: 11, trackFileId: 3 }),
      track({ trackNumber: '10', absoluteTrackNumber: 10, trackFileId: 2 }),
      track({ trackNumber: '2', absoluteTrackNumber: 2, trackFileId: 1, title: null }),
      track({ trackNumber: '3', absoluteTrackNumber: 3, trackFileId: 0 }),
      track({ trackNumber: '4', absoluteTrackNumber: 4, trackFileId: 77 }),
    ];
    expect(names(tracks, [10, 9, 3, 2, 1].map(file))).toEqual([
      [1, '1/2 '],
      [2, '1/10 T'],
      [3, '2/1 T'],
      [9, '9.flac'],
      [10, '10.flac'],
    ]);
  });

  it('name no disc where there is one, and the tracks of one file together', () => {
    const tracks = ['A2', 'A1'].map((trackNumber) => track({ trackNumber, trackFileId: 1 }));
    expect(names(tracks, [file(1)])).toEqual([[1, '/A1 T,/A2 T']]);
    expect(NONSENSE.flatMap((answer) => names(answer, answer))).toEqual([]);
  });
});

describe('issue 46: the tracks of an album, as its manager says', () => {
  it('come in the order of discs and tracks, with their lengths; the disc is named where there are several', () => {
    const track = (id: number, mediumNumber: number, trackNumber: string, more: object = {}) => ({
      ...{ id, mediumNumber, trackNumber, absoluteTrackNumber: Number(trackNumber), title: `Track ${id}` },
      ...more,
    });
    const tracks = [track(3, 2, '1'), track(2, 1, '2', { hasFile: true }), track(1, 1, '1', { duration: 441_200 })];
    expect(albumTracks(tracks)).toEqual([
      { id: 1, disc: 1, number: '1', title: 'Track 1', length: '7:21', isThere: false },
      { id: 2, disc: 1, number: '2', title: 'Track 2', length: '', isThere: true },
      { id: 3, disc: 2, number: '1', title: 'Track 3', length: '', isThere: false },
    ]);
    expect(albumTracks(tracks.slice(1)).map(({ disc }) => disc)).toEqual([undefined, undefined]);
    expect(NONSENSE.flatMap((answer) => albumTracks(answer))).toEqual([]);
  });
});

describe('doc4 §8: the files of a book, as its manager says', () => {
  it('belong to the records of its formats, which a lookup names by themselves or beside what it found', () => {
    const [ebook, audiobook] = [{ id: 4 }, { id: 5 }];
    const found = { id: 0, foreignBookId: 'HC:7', localEbookBooks: [ebook], localAudiobookBooks: [audiobook] };
    expect(bookNumbers([found, { ...found, id: 4 }, { ...found, foreignBookId: 'hc:8', id: 6 }], 'hc:7')).toEqual([
      4, 5,
    ]);
    expect(bookNumbers([{ id: 0, foreignBookId: 'hc:7', localEbookBooks: 'none' }], 'hc:7')).toEqual([]);
    expect(NONSENSE.flatMap((answer) => bookNumbers(answer, 'hc:7'))).toEqual([]);
  });

  it('have their own names, with the numbers in them in order, however the manager’s system writes paths', () => {
    const files = [
      { id: 1, path: 'D:\\books\\Salt 10.mp3', size: 4, mediaType: 'audiobook' },
      { id: 2, path: '/books/Salt 9.mp3', mediaType: 'vinyl' },
      { id: 3, path: '' },
      { id: 4, path: '/books/' },
    ];
    expect(bookFiles(files)).toEqual([
      { id: 2, path: '/books/Salt 9.mp3', size: undefined, name: 'Salt 9.mp3' },
      { id: 1, path: 'D:\\books\\Salt 10.mp3', size: 4, name: 'Salt 10.mp3', format: 'audiobook' },
    ]);
    expect(bookFiles([...files, ...files])).toEqual(bookFiles(files));
    expect(NONSENSE.flatMap((answer) => bookFiles(answer))).toEqual([]);
  });
});
