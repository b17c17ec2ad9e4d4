import { afterEach, describe, expect, it } from 'vitest';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';

const running: FakeServer[] = [];

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop();
});

async function addressOf(fake: FakeServer & { readonly apiKey: string }) {
  running.push(await fake.start());
  return { url: fake.url, apiKey: Secret.of(fake.apiKey), clock: new MovedClock(), log: silentLog };
}

const ALBUM = '7c9d2e10-0000-4aaa-8bbb-00000000b001';

describe('upstream arr-common, queue vocabulary: a row of a queue says what it is for', () => {
  it('a film, by its own ids, with what it is judged by and no more of it', async () => {
    const fake = new RadarrFake();
    fake.given.movie({ tmdbId: 7, title: 'Salt Road', year: 2026, certification: 'R', genres: ['Drama'] });
    fake.given.queueRow({ tmdbId: 7, downloadId: 'AB', size: 100, sizeLeft: 40, title: 'Salt.Road-DEMO' });
    const { rows, isComplete } = await new RadarrClient(await addressOf(fake)).detailedQueue();
    expect(isComplete).toBe(true);
    expect(rows[0]?.row).toMatchObject({ movieId: fake.movies[0]?.id, size: 100, sizeLeft: 40 });
    expect(rows[0]?.download).toMatchObject({
      downloadId: 'AB',
      status: 'downloading',
      trackedState: 'downloading',
      trackedStatus: 'ok',
      hasMessages: false,
      clientName: 'qbit-main',
      release: 'Salt.Road-DEMO',
      part: null,
      title: {
        recordId: fake.movies[0]?.id,
        name: 'Salt Road',
        year: 2026,
        catalogId: '7',
        judged: { certification: 'R', genres: ['Drama'], adult: undefined },
      },
    });
  });

  it('an episode of a series: a row for each of a season pack, of one download', async () => {
    const fake = new SonarrFake();
    fake.given.series({ tvdbId: 9, title: 'Tide Watch', seasons: { 1: 2 } });
    for (const episode of [1, 2]) fake.given.queueRow({ of: { tvdbId: 9, season: 1, episode }, downloadId: 'PACK' });
    const { rows } = await new SonarrClient(await addressOf(fake)).detailedQueue();
    expect(rows.map(({ download }) => download)).toMatchObject(
      [1, 2].map((number) => ({
        downloadId: 'PACK',
        title: { name: 'Tide Watch', catalogId: '9' },
        part: { season: 1, number },
      })),
    );
  });

  it('an album with its artist, a record of a book with its author and its format', async () => {
    const music = new LidarrFake({ stocked: false });
    music.given.album({ foreignAlbumId: ALBUM, title: 'Long Wave' });
    music.given.queueRow({ of: ALBUM });
    const [album] = (await new LidarrClient(await addressOf(music)).detailedQueue()).rows;
    expect(album?.download.title).toMatchObject({
      name: 'Long Wave',
      creator: 'Glass Meridian',
      catalogId: ALBUM,
      format: null,
    });
    const books = new ChaptarrFake();
    books.given.nothing();
    const { id } = books.given.book({ foreignBookId: 'hc:1', title: 'Tides', format: 'audiobook' });
    books.given.queueRow({ bookId: id });
    const [book] = (await new ChaptarrClient(await addressOf(books)).detailedQueue()).rows;
    expect(book?.download.title).toMatchObject({ recordId: id, name: 'Tides', format: 'audiobook', catalogId: 'hc:1' });
    expect(book?.download.title?.creator).toBeTruthy();
  });

  it('nothing that the manager knows: such rows come too, and a title that can’t be read is none', async () => {
    const fake = new RadarrFake();
    fake.given.queueRow({});
    const address = await addressOf(fake);
    const [unknown] = (await new RadarrClient(address).detailedQueue()).rows;
    expect([unknown?.row.movieId, unknown?.download.title]).toEqual([null, null]);
    const row = { downloadId: 'x'.repeat(300), movieId: 3, movie: { id: 'three' }, title: 'y'.repeat(400) };
    fake.route('GET /api/v3/queue', () => ({ body: { page: 1, pageSize: 1_000, totalRecords: 1, records: [row] } }));
    const [odd] = (await new RadarrClient(address).detailedQueue()).rows;
    expect(odd?.download).toMatchObject({ title: null, downloadId: null });
    expect(odd?.download.release).toHaveLength(300);
  });
});

describe('upstream arr-common, queue vocabulary: the download clients that a manager is configured with', () => {
  it('are told by name, implementation and address, without what they are opened with', async () => {
    const fake = new RadarrFake();
    fake.given.downloadClients([
      { name: 'here', implementation: 'QBittorrent', host: 'qbit.lan', port: 8080 },
      { name: 'folder', implementation: 'TorrentBlackhole' },
    ]);
    const radarr = new RadarrClient(await addressOf(fake));
    expect(await radarr.clientDefinitions()).toEqual([
      { name: 'here', implementation: 'QBittorrent', host: 'qbit.lan', port: 8080 },
      { name: 'folder', implementation: 'TorrentBlackhole', host: null, port: null },
    ]);
  });

  it('are no more than two hundred', async () => {
    const fake = new RadarrFake();
    fake.given.downloadClients(Array.from({ length: 201 }, (_, id) => ({ name: `c${id}`, implementation: 'Deluge' })));
    const radarr = new RadarrClient(await addressOf(fake));
    await expect(radarr.clientDefinitions()).rejects.toMatchObject({ kind: 'too_large' });
  });
});
