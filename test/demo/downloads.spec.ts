import { describe, expect, it } from 'vitest';
import {
  albumDownloads,
  AuthorImports,
  bookDownloads,
  filmDownloads,
  seriesDownloads,
} from '../../scripts/demo/downloads.js';
import { BOTH_PLACES, ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';

/** A library with one title that was searched for, by how many of its parts it has. */
const LIBRARIES = {
  film: () => {
    const radarr = new RadarrFake();
    radarr.searches.push({ movieId: radarr.given.movie({ tmdbId: 1 }).id, via: 'command' });
    const parts = () => (radarr.movie(1)?.file ? 1 : 0);
    return { downloads: filmDownloads(radarr), parts };
  },
  season: () => {
    const sonarr = new SonarrFake();
    const { id } = sonarr.given.series({ tvdbId: 1, seasons: { 1: 4, 2: 2 } });
    sonarr.searches.push({ seriesId: id, seasonNumber: 1, via: 'command' });
    const parts = () => sonarr.series(1)?.episodes.filter(({ file }) => file !== null).length ?? 0;
    return { downloads: seriesDownloads(sonarr), parts };
  },
  audiobook: () => {
    const chaptarr = new ChaptarrFake();
    chaptarr.given.nothing();
    const { id } = chaptarr.given.book({ foreignBookId: 'hc:1', format: 'audiobook' });
    chaptarr.searches.push({ bookIds: [id], via: 'command' });
    const parts = () => chaptarr.book('hc:1', 'audiobook')?.files.length ?? 0;
    return { downloads: bookDownloads(chaptarr), parts };
  },
  album: () => {
    const lidarr = new LidarrFake({ stocked: false });
    const { id } = lidarr.given.album({ foreignAlbumId: 'one', tracks: 3 });
    lidarr.searches.push({ albumId: id, via: 'command', isWanted: true });
    const parts = () => lidarr.album('one')?.files.size ?? 0;
    return { downloads: albumDownloads(lidarr), parts };
  },
};

describe('the downloads of a simulated library', () => {
  it.each([
    ['film', [0, 0, 0, 1]],
    ['season', [0, 2, 2, 4]],
    ['audiobook', [0, 0, 0, 1]],
    ['album', [0, 0, 0, 3]],
  ] as const)('bring a %s in 27 seconds, a season by halves, so that the server sees it move', (title, expected) => {
    const { downloads, parts } = LIBRARIES[title]();
    downloads.moveTo(0);
    const had = [13_999, 14_000, 26_999, 27_000].map((at) => {
      downloads.moveTo(at);
      return parts();
    });
    expect(had).toEqual(expected);
  });
});

it('an author arrives eight seconds after the request, with every book in both formats', async () => {
  const chaptarr = await new ChaptarrFake().start();
  const writer = { foreignAuthorId: 'hc:2', name: 'H. G. Wells' };
  chaptarr.given.nothing();
  chaptarr.given.catalog(['hc:1', 'hc:3'].map((foreignBookId) => ({ foreignBookId, author: writer })));
  chaptarr.given.lateAuthor(writer.foreignAuthorId);
  const author = { ...writer, ...BOTH_PLACES, addOptions: { monitor: 'specificBook' } };
  const editions = [{ foreignEditionId: 'hc:edition:12', monitored: true }];
  await fetch(`${chaptarr.url}/api/v1/book?mediaType=audiobook&apikey=${chaptarr.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ foreignBookId: 'hc:1', author, editions }),
  });
  const imports = new AuthorImports(chaptarr);
  const had = [0, 7_999, 8_000].map((at) => {
    imports.moveTo(at);
    return chaptarr.books.length;
  });
  await chaptarr.stop();
  expect(had).toEqual([0, 0, 4]);
});
