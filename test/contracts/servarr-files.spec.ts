import { afterEach, describe, expect, it } from 'vitest';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { LidarrClient } from '../../src/clients/lidarr/lidarr.client.js';
import { RadarrClient } from '../../src/clients/radarr/radarr.client.js';
import type { ServarrAddress, ServarrFile } from '../../src/clients/servarr/servarr.client.js';
import { SonarrClient } from '../../src/clients/sonarr/sonarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import type { FakeServer } from '../fakes/fake-server.js';
import { LidarrFake } from '../fakes/lidarr/lidarr-fake.js';
import { RadarrFake } from '../fakes/radarr/radarr-fake.js';
import { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { failureOf } from '../harness/upstream-failure.js';
import { ServarrContract } from './servarr-contract.js';

const now = (): number => Date.UTC(2026, 10, 20, 12);

type Manager = FakeServer & { readonly apiKey: string };

interface Product {
  readonly api: 'v1' | 'v3';
  readonly resource: string;
  /** The example of a record, or of a list of them. */
  readonly example: string;
  /** A manager with a file, and its id there. */
  readonly start: () => Promise<readonly [fake: Manager, id: () => number | Promise<number>]>;
  readonly read: (address: ServarrAddress, id: number) => Promise<ServarrFile | null>;
  /** What the client makes of the example. */
  readonly understood: ServarrFile;
}

const firstIn = async (fake: Manager, path: string): Promise<number> => {
  const answer = await fetch(`${fake.url}${path}`, { headers: { 'X-Api-Key': fake.apiKey } });
  const rows = (await answer.json()) as readonly { readonly id: number }[];
  return rows[0]?.id ?? 0;
};

const PRODUCTS: Readonly<Record<string, Product>> = {
  radarr: {
    api: 'v3',
    resource: 'moviefile',
    example: 'moviefile.json',
    start: async () => {
      const fake = await new RadarrFake({ now }).start();
      fake.given.movie({ tmdbId: 1, hasFile: true });
      return [fake, () => fake.movie(1)?.file?.id ?? 0];
    },
    read: (address, id) => new RadarrClient(address).movieFile(id),
    understood: {
      id: 41,
      titleId: 12,
      path: '/movies/Harbor Lights (2024)/Harbor Lights (2024) Bluray-1080p.mkv',
    },
  },
  sonarr: {
    api: 'v3',
    resource: 'episodefile',
    example: 'episodefile.json',
    start: async () => {
      const fake = await new SonarrFake({ now }).start();
      const seasons = { 2: [Date.UTC(2026, 10, 13)] };
      const series = fake.given.series({ tvdbId: 1, title: 'Northern Relay', seasons, files: { 2: [1] } });
      return [fake, () => series.episodes.find(({ file }) => file)?.file?.id ?? 0];
    },
    read: (address, id) => new SonarrClient(address).episodeFile(id),
    understood: {
      id: 503,
      titleId: 7,
      path: '/tv/Northern Relay/Season 02/Northern Relay - S02E01 - Repeater WEBDL-1080p.mkv',
    },
  },
  chaptarr: {
    api: 'v1',
    resource: 'bookfile',
    example: 'bookfile.list.json',
    start: async () => {
      const fake = await new ChaptarrFake({ now }).start();
      return [
        fake,
        async () => firstIn(fake, `/api/v1/bookfile?authorId=${String(await firstIn(fake, '/api/v1/author'))}`),
      ];
    },
    read: (address, id) => new ChaptarrClient(address).bookFile(id),
    understood: {
      id: 81,
      titleId: 51,
      path: '/books/Ines Valdor/The Salt Cartographer/The Salt Cartographer.epub',
    },
  },
  lidarr: {
    api: 'v1',
    resource: 'trackfile',
    example: 'trackfile.json',
    start: async () => {
      const fake = await new LidarrFake({ now }).start();
      return [fake, () => firstIn(fake, `/api/v1/trackfile?artistId=${String(fake.artists[0]?.id)}`)];
    },
    read: (address, id) => new LidarrClient(address).trackFile(id),
    understood: { id: 61, titleId: 21, path: '/music/Glass Meridian/Long Wave (2026)/01 - Antenna.flac' },
  },
};

describe.each(Object.entries(PRODUCTS))('doc2 §4 Completed files: a file of %s by its id', (name, product) => {
  const contract = new ServarrContract(name, [], product.api);
  const path = (id: number): string => `/api/${product.api}/${product.resource}/${id}`;
  const example = (): unknown => {
    const found = contract.example(product.example);
    return Array.isArray(found) ? found[0] : found;
  };
  let fake: Manager;

  const addressOf = (): ServarrAddress => ({
    url: fake.url,
    apiKey: Secret.of(fake.apiKey),
    clock: new MovedClock(),
    log: silentLog,
  });

  const begin = async (): Promise<number> => {
    const [started, id] = await product.start();
    fake = started;
    return id();
  };

  afterEach(() => fake.stop());

  it('is answered by the fake as the example and the document say', async () => {
    const id = await begin();
    contract.expectFits('GET', path(id), await contract.ask(fake, path(id)), example());
  });

  it('is asked for as the document says, and read', async () => {
    const id = await begin();
    fake.forgetCalls();
    expect(await product.read(addressOf(), id)).toMatchObject({ id });
    contract.expectKnown(fake.calls());
    expect(fake.calls().map((call) => call.path)).toEqual([path(id)]);
  });

  it('is understood in the example payload', async () => {
    await begin();
    const { id } = product.understood;
    fake.fail(`GET ${path(id)}`, { body: example() });
    await expect(product.read(addressOf(), id)).resolves.toEqual(product.understood);
  });

  it('is null where the manager says that it has none, and a fault for any other 404', async () => {
    await begin();
    await expect(product.read(addressOf(), 999_999)).resolves.toBeNull();
    fake.fail(`GET ${path(5)}`, { status: 404, body: 'no such page' });
    await expect(failureOf(product.read(addressOf(), 5))).resolves.toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['of another id', { id: 6, path: '/a/b.mkv' }],
    ['without a path', { id: 5 }],
    ['with an empty path', { id: 5, path: '' }],
  ])('is a fault, and nothing absent, where the record is one %s', async (_, record) => {
    await begin();
    fake.fail(`GET ${path(5)}`, { body: record });
    await expect(failureOf(product.read(addressOf(), 5))).resolves.toMatchObject({ kind: 'malformed' });
  });

  it('security 34: is read without the title that it belongs to', async () => {
    await begin();
    fake.fail(`GET ${path(5)}`, { body: { id: 5, path: '/a/b.mkv' } });
    await expect(product.read(addressOf(), 5)).resolves.toEqual({ id: 5, titleId: null, path: '/a/b.mkv' });
  });
});
