import { TmdbClient } from '../../src/clients/tmdb/tmdb.client.js';
import { ProviderMemory } from '../../src/core/cache/byte-pool.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { type Log, silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { MetadataConnection } from '../../src/modules/metadata/connection/metadata-connection.service.js';
import { FilmMetadataService } from '../../src/modules/metadata/films/film-metadata.service.js';
import { HeadlinesService } from '../../src/modules/metadata/headlines/headlines.service.js';
import { MetadataProviderService } from '../../src/modules/metadata/provider/metadata-provider.service.js';
import { PeopleMetadataService } from '../../src/modules/metadata/people/people-metadata.service.js';
import { ProviderPagesService } from '../../src/modules/metadata/provider/provider-pages.service.js';
import { RelatedTitlesService } from '../../src/modules/metadata/provider/related-titles.service.js';
import { TitleRatingsService } from '../../src/modules/metadata/ratings/title-ratings.service.js';
import { ReferenceListsService } from '../../src/modules/metadata/reference/reference-lists.service.js';
import { SeriesMetadataService } from '../../src/modules/metadata/series/series-metadata.service.js';
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
  readonly related: RelatedTitlesService;
  readonly people: PeopleMetadataService;
  readonly lists: ReferenceListsService;
  readonly headlines: HeadlinesService;
  readonly ratings: TitleRatingsService;

  private constructor(
    readonly fake: TmdbFake,
    { log = silentLog, hasKey = true }: MetadataFixtureOptions,
  ) {
    const { clock } = this;
    const client = new TmdbClient({ url: fake.apiUrl, token: Secret.of(fake.token), clock, log: silentLog });
    this.provider = new MetadataProviderService(new GivenConnection(hasKey ? client : null), log, new EventBus(log));
    const memory = new ProviderMemory(8);
    const pages = new ProviderPagesService(this.provider, memory, clock, silentMeter);
    this.films = new FilmMetadataService(this.provider, pages, memory, clock, silentMeter);
    this.series = new SeriesMetadataService(this.provider, pages, memory, clock, silentMeter);
    this.related = new RelatedTitlesService(this.provider, memory, clock, silentMeter);
    this.people = new PeopleMetadataService(this.provider, memory, clock, silentMeter);
    this.lists = new ReferenceListsService(this.provider, memory, clock, silentMeter);
    this.headlines = new HeadlinesService(pages, this.films, this.series);
    this.ratings = new TitleRatingsService(this.provider, memory, clock, silentMeter);
  }

  /** With the fake's port open. */
  static async open(options: MetadataFixtureOptions = {}): Promise<MetadataFixture> {
    return new MetadataFixture(await new TmdbFake().start(), options);
  }

  close(): Promise<void> {
    return this.fake.stop();
  }
}
