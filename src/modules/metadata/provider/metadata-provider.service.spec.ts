import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import { type Log, silentLog } from '../../../core/logging/log.js';
import { TmdbFake } from '../../../../test/fakes/tmdb/tmdb-fake.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { SettingsDatabase } from '../../../../test/harness/settings-database.js';
import { readSettings } from '../../../core/config/settings.js';
import { silentMeter } from '../../../core/metrics/meter.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Secret } from '../../../core/secrets/secret.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { MetadataConnectionService } from './metadata-provider.service.js';
import { MetadataKeyService } from '../keys/provider-key.service.js';

const POPULAR = 'GET /3/movie/popular';

describe('MetadataProviderService', () => {
  let fixture: MetadataFixture;
  let lines: unknown[];

  beforeEach(async () => {
    lines = [];
    const log: Log = { ...silentLog, warn: (message, fields) => void lines.push({ message, ...fields }) };
    fixture = await MetadataFixture.open({ log });
  });

  afterEach(() => fixture.close());

  it('a failure is logged once however many wait for it, with its kind and without the key', async () => {
    fixture.fake.limitRate(POPULAR);
    await Promise.all([1, 2, 3].map(() => errorOf(fixture.films.popularMovies(1))));
    expect(lines).toEqual([
      {
        message: 'metadata provider failed',
        operation: 'movie.popular',
        kind: 'rate_limited',
        status: 429,
        reason: 'server returned status 429',
      },
    ]);
  });

  it('a fault of the program is no failure of the provider', async () => {
    const fault = new TypeError('out of place');
    expect(await errorOf(fixture.provider.ask(() => Promise.reject(fault)))).toBe(fault);
    expect(lines).toEqual([]);
  });

  it('doc4 §3.1: without a key every call is 503, and the provider is not asked', async () => {
    await fixture.close();
    fixture = await MetadataFixture.open({ hasKey: false });
    const { films, series } = fixture;
    const faults = await Promise.all([
      errorOf(films.searchMulti('harbor', 1)),
      errorOf(films.popularMovies(1)),
      errorOf(films.trending('day', 1)),
      errorOf(films.movieDetail(7)),
      errorOf(films.filmSummary(7)),
      errorOf(series.popularSeries(1)),
      errorOf(series.seriesDetail(7)),
      errorOf(series.seriesSummary(7)),
    ]);
    const notConfigured = { status: 503, safeText: 'metadata provider is not configured' };
    expect(faults).toMatchObject(Array.from({ length: 8 }, () => notConfigured));
    expect(fixture.fake.calls()).toHaveLength(0);
  });
});

const ENVIRONMENT = 'the-key-of-the-environment';
const STORED = 'the-key-of-an-administrator';

describe('the connection to the metadata provider', () => {
  let fixture: SettingsDatabase;
  let fake: TmdbFake;

  beforeEach(async () => {
    fixture = await SettingsDatabase.open();
    fake = await new TmdbFake({ token: STORED }).start();
  });

  afterEach(async () => {
    await fixture.close();
    await fake.stop();
  });

  const clock = new MovedClock();

  function wired(env: Readonly<Record<string, string>> = {}): {
    key: MetadataKeyService;
    connection: MetadataConnectionService;
  } {
    const settings = readSettings({ METADATA_URL: fake.apiUrl, ...env }, { isTerminal: false, readFile: () => '' });
    const { network } = fixture;
    const clients = new ProviderClientsService(settings, clock, silentLog, silentMeter, network);
    const key = new MetadataKeyService(fixture.secrets, clients, new PortRegistry(), settings);
    return { key, connection: new MetadataConnectionService(fixture.database, key, clients) };
  }

  const store = (key: MetadataKeyService, text: string): Promise<void> =>
    fixture.database.write((tx) => fixture.secrets.set(tx, key.setting, Secret.of(text)));
  const keysUsed = (): unknown[] => fake.calls().map(({ headers }) => headers.authorization);

  it('doc3 §10: speaks to METADATA_URL with METADATA_TOKEN while none is stored', async () => {
    const { connection } = wired({ METADATA_TOKEN: ENVIRONMENT });
    await errorOf((await connection.current())?.popularMovies(1) ?? Promise.resolve());
    expect(keysUsed()).toEqual([`Bearer ${ENVIRONMENT}`]);
  });

  it('has no client while there is neither a stored key nor METADATA_TOKEN', async () => {
    expect(await wired().connection.current()).toBeNull();
  });

  it('doc3 §2.4: a stored key goes before the environment’s, and its removal brings that one back, at once', async () => {
    const { key, connection } = wired({ METADATA_TOKEN: ENVIRONMENT });
    const before = await connection.current();
    await store(key, STORED);
    await (await connection.current())?.popularMovies(1);
    expect(keysUsed()).toEqual([`Bearer ${STORED}`]);
    expect(await connection.current()).not.toBe(before);

    await fixture.database.write((tx) => fixture.secrets.remove(tx, key.setting));
    await errorOf((await connection.current())?.popularMovies(2) ?? Promise.resolve());
    expect(keysUsed().at(-1)).toBe(`Bearer ${ENVIRONMENT}`);
  });

  it('keeps its client as long as the key stays the same', async () => {
    const { key, connection } = wired();
    await store(key, STORED);
    const client = await connection.current();
    await store(key, STORED);
    expect(await connection.current()).toBe(client);
  });

  it('security 26: a stored key that can’t be opened is 503, and the environment’s does not take its place', async () => {
    const { key, connection } = wired({ METADATA_TOKEN: ENVIRONMENT });
    await fixture.database.write((tx) => fixture.store.set(tx, key.setting.sealed, 'v1:scrambled'));
    expect(await errorOf(connection.current())).toMatchObject({ status: 503 });
  });

  describe('doc3 §2.4: judging a key before it is stored', () => {
    it('resolves for one that the provider takes', async () => {
      await expect(wired().key.judge(Secret.of(STORED))).resolves.toBeUndefined();
    });

    it('is 422 for one that the provider refuses', async () => {
      const fault = await errorOf(wired().key.judge(Secret.of('another')));
      expect(fault).toMatchObject({ status: 422, safeText: 'metadata provider refused its key' });
    });

    it.each(['reset', 'garbage', { status: 500 }, { status: 404 }, { status: 302 }] as const)(
      'is 503 when the provider can’t say: %j',
      async (failure) => {
        fake.fail('GET /3/authentication', failure, Infinity);
        const fault = await errorOf(wired().key.judge(Secret.of(STORED)));
        expect(fault).toMatchObject({ status: 503 });
        expect(String((fault as Error).message)).toContain("the key can't be checked: metadata provider");
      },
    );
  });
});
