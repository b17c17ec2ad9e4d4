import { TmdbClient } from '../../src/clients/tmdb/tmdb.client.js';
import { ProviderMemory } from '../../src/core/cache/byte-pool.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { type Log, silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import {
  MetadataConnection,
  MetadataProviderService,
} from '../../src/modules/metadata/provider/metadata-provider.service.js';
import { FilmMetadataService } from '../../src/modules/metadata/films/film-metadata.service.js';
import { HeadlinesService } from '../../src/modules/metadata/headlines/headlines.service.js';
import { CatalogMetadataService } from '../../src/modules/metadata/catalog/catalog-metadata.service.js';
import { TitleRatingsService } from '../../src/modules/metadata/ratings/title-ratings.service.js';
import { SeriesMetadataService } from '../../src/modules/metadata/series/series-metadata.service.js';
import { TitleWordsService } from '../../src/modules/metadata/words/title-words.service.js';
import { TmdbFake } from '../fakes/tmdb/tmdb-fake.js';
import { silentMeter } from '../../src/core/metrics/meter.js';
import { MovedClock } from './moved-clock.js';

class GivenConnection extends MetadataConnection {
  constructor(private readonly client: TmdbClient | null) {
    super();
  }

  current(): Promise<TmdbClient | null> {
    return Promise.resolve(this.client);
  }
}

/** How a stand is made. */
interface MetadataFixtureOptions {
  readonly log?: Log;
  /** Without one, nothing can be asked. */
  readonly hasKey?: boolean;
}

/** The metadata module's services over the real client and a fake provider. Time stands still until it is moved. */
export class MetadataFixture {
  readonly clock = new MovedClock();
  readonly provider: MetadataProviderService;
  readonly films: FilmMetadataService;
  readonly series: SeriesMetadataService;
  readonly catalog: CatalogMetadataService;
  readonly headlines: HeadlinesService;
  readonly ratings: TitleRatingsService;
  readonly words: TitleWordsService;
  readonly events: EventBus;

  private constructor(
    readonly fake: TmdbFake,
    { log = silentLog, hasKey = true }: MetadataFixtureOptions,
  ) {
    const { clock } = this;
    const client = new TmdbClient({ url: fake.apiUrl, token: Secret.of(fake.token), clock, log: silentLog });
    const memory = new ProviderMemory(8);
    this.events = new EventBus(log);
    this.provider = new MetadataProviderService(
      new GivenConnection(hasKey ? client : null),
      log,
      this.events,
      memory,
      clock,
      silentMeter,
    );
    this.films = new FilmMetadataService(this.provider, memory, clock, silentMeter);
    this.series = new SeriesMetadataService(this.provider, memory, clock, silentMeter);
    this.catalog = new CatalogMetadataService(this.provider, memory, clock, silentMeter);
    this.headlines = new HeadlinesService(this.provider, this.films, this.series);
    this.ratings = new TitleRatingsService(this.provider, memory, clock, silentMeter);
    this.words = new TitleWordsService(this.provider, memory, clock, silentMeter);
  }

  /** With the fake's port open. */
  static async open(options: MetadataFixtureOptions = {}): Promise<MetadataFixture> {
    return new MetadataFixture(await new TmdbFake().start(), options);
  }

  close(): Promise<void> {
    return this.fake.stop();
  }
}
