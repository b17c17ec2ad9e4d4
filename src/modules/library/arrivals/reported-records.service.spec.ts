import { afterEach, describe, expect, it } from 'vitest';
import { AlbumLibraryFixture } from '../../../../test/harness/album-library-fixture.js';
import { BookLibraryFixture } from '../../../../test/harness/book-library-fixture.js';
import { FilmLibraryFixture } from '../../../../test/harness/film-library-fixture.js';
import { SeriesLibraryFixture } from '../../../../test/harness/series-library-fixture.js';
import type { FakeServer } from '../../../../test/fakes/fake-server.js';
import { type RecordReading, hasNewPart } from './reported-records.service.js';

const GROUP = '2f0e5b7a-0000-4aaa-8bbb-00000000b001';

interface Scene {
  readonly fixture: { readonly close: () => Promise<void> };
  readonly fake: FakeServer;
  readonly read: () => Promise<RecordReading>;
  /** Another title, that the library hasn't. */
  readonly readOther: () => Promise<RecordReading>;
}

const SCENES: readonly (readonly [string, object, () => Promise<Scene>])[] = [
  [
    'a film',
    { title: 'Harbor Lights', tmdbId: 990101, foreignId: null, hasFile: true },
    async () => {
      const fixture = await FilmLibraryFixture.open();
      const { radarr: fake, id, records } = fixture;
      fake.given.movie({ tmdbId: 990101, title: 'Harbor Lights', hasFile: true });
      return { fixture, fake, read: () => records.film(id, 990101), readOther: () => records.film(id, 7) };
    },
  ],
  [
    'a series',
    { title: 'Northern Relay', tmdbId: 990201, foreignId: null, hasFile: true },
    async () => {
      const fixture = await SeriesLibraryFixture.open();
      const { sonarr: fake, id, records } = fixture;
      const seasons = { 1: 3 };
      fake.given.series({ tvdbId: 880201, tmdbId: 990201, title: 'Northern Relay', seasons, files: { 1: [1] } });
      return { fixture, fake, read: () => records.series(id, 880201), readOther: () => records.series(id, 7) };
    },
  ],
  [
    'a book',
    { title: 'Low Tide', tmdbId: null, foreignId: 'hc:330777', hasFile: true },
    async () => {
      const fixture = await BookLibraryFixture.open();
      const { chaptarr: fake, id, records } = fixture;
      const book = fake.given.book({ foreignBookId: 'hc:330777', title: 'Low Tide', format: 'ebook', hasFile: true });
      return { fixture, fake, read: () => records.book(id, book.id), readOther: () => records.book(id, 99_999) };
    },
  ],
  [
    'an album',
    { title: 'Long Wave', tmdbId: null, foreignId: GROUP, hasFile: true },
    async () => {
      const fixture = await AlbumLibraryFixture.open();
      const { lidarr: fake, id, records } = fixture;
      fake.given.album({ foreignAlbumId: GROUP, title: 'Long Wave', files: 'all' });
      const other = GROUP.replace('b001', 'b002');
      return { fixture, fake, read: () => records.album(id, GROUP), readOther: () => records.album(id, other) };
    },
  ],
];

describe('the record of a title, as its manager has it', () => {
  let close: () => Promise<void> = () => Promise.resolve();

  afterEach(() => close());

  it.each(SCENES)(
    'doc4 §5.3: %s is read by itself; one that isn’t there is none, and a library that fails is unknown',
    async (_, record, open) => {
      const { fixture, fake, read, readOther } = await open();
      close = () => fixture.close();
      expect(await read()).toEqual({ known: true, record });
      expect(await readOther()).toEqual({ known: true, record: null });
      await fake.leave();
      expect(await read()).toEqual({ known: false });
    },
  );
});

type Row = Parameters<typeof hasNewPart>[0][number];

const row = (kind: Row['kind'], at: number, episode?: number): Row => ({
  kind,
  at,
  ...(episode !== undefined && { episode: { id: episode, seasonNumber: 1, episodeNumber: episode } }),
});

const SPAN = { from: 100, to: 200 };

describe('doc4 §5.3: what came meanwhile is new where its part had no file before', () => {
  it.each<[string, readonly Row[], boolean]>([
    ['nothing', [], false],
    ['a grab', [row('grabbed', 150)], false],
    ['a first import', [row('imported', 150), row('grabbed', 140)], true],
    ['an import at the begin', [row('imported', 100)], false],
    ['an import at the end', [row('imported', 200)], true],
    ['an import after the end', [row('imported', 201)], false],
    ['a better file', [row('imported', 150), row('deleted', 149), row('imported', 50)], false],
    ['a better file whose deletion alone is known', [row('imported', 150), row('deleted', 150)], false],
    [
      'a better file of one that also came meanwhile',
      [row('imported', 180), row('deleted', 179), row('imported', 150)],
      true,
    ],
    ['a file that came meanwhile and was deleted', [row('deleted', 180), row('imported', 150)], true],
    [
      'a new episode beside a better one',
      [row('imported', 150, 1), row('imported', 50, 1), row('imported', 160, 2)],
      true,
    ],
    ['better episodes alone', [row('imported', 150, 1), row('imported', 50, 1), row('imported', 60, 2)], false],
    ['several tracks of an album', [row('imported', 152), row('imported', 151), row('imported', 150)], true],
  ])('%s', (_, happened, isNew) => {
    expect(hasNewPart(happened, SPAN)).toBe(isNew);
    expect(hasNewPart([...happened].reverse(), SPAN)).toBe(isNew);
  });
});
