import { TmdbClient } from '../../src/clients/tmdb/tmdb-client.js';
import { ProviderMemory } from '../../src/core/cache/provider-memory.js';
import { EventBus } from '../../src/core/events/event-bus.js';
import { type Log, silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { MetadataConnection } from '../../src/modules/metadata/connection/metadata-connection.js';
import { FilmMetadata } from '../../src/modules/metadata/films/film-metadata.js';
import { Headlines } from '../../src/modules/metadata/headlines/headlines.js';
import { MetadataProvider } from '../../src/modules/metadata/provider/metadata-provider.js';
import { PeopleMetadata } from '../../src/modules/metadata/people/people-metadata.js';
import { ProviderPages } from '../../src/modules/metadata/provider/provider-pages.js';
import { RelatedTitles } from '../../src/modules/metadata/provider/related-titles.js';
import { TitleRatings } from '../../src/modules/metadata/ratings/title-ratings.js';
import { ReferenceLists } from '../../src/modules/metadata/reference/reference-lists.js';
import { SeriesMetadata } from '../../src/modules/metadata/series/series-metadata.js';
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
interface MetadataStandOptions {
  readonly log?: Log;
  /** Without one, nothing can be asked. */
  readonly hasKey?: boolean;
}

/** The metadata module's services over the real client and a fake provider. Time stands still until it is moved. */
export class MetadataStand {
  readonly clock = new MovedClock();
  readonly provider: MetadataProvider;
  readonly films: FilmMetadata;
  readonly series: SeriesMetadata;
  readonly related: RelatedTitles;
  readonly people: PeopleMetadata;
  readonly lists: ReferenceLists;
  readonly headlines: Headlines;
  readonly ratings: TitleRatings;

  private constructor(
    readonly fake: TmdbFake,
    { log = silentLog, hasKey = true }: MetadataStandOptions,
  ) {
    const { clock } = this;
    const client = new TmdbClient({ url: fake.apiUrl, token: Secret.of(fake.token), clock, log: silentLog });
    this.provider = new MetadataProvider(new GivenConnection(hasKey ? client : null), log, new EventBus(log));
    const memory = new ProviderMemory(8);
    const pages = new ProviderPages(this.provider, memory, clock, silentMeter);
    this.films = new FilmMetadata(this.provider, pages, memory, clock, silentMeter);
    this.series = new SeriesMetadata(this.provider, pages, memory, clock, silentMeter);
    this.related = new RelatedTitles(this.provider, memory, clock, silentMeter);
    this.people = new PeopleMetadata(this.provider, memory, clock, silentMeter);
    this.lists = new ReferenceLists(this.provider, memory, clock, silentMeter);
    this.headlines = new Headlines(pages, this.films, this.series);
    this.ratings = new TitleRatings(this.provider, memory, clock, silentMeter);
  }

  /** With the fake's port open. */
  static async open(options: MetadataStandOptions = {}): Promise<MetadataStand> {
    return new MetadataStand(await new TmdbFake().start(), options);
  }

  close(): Promise<void> {
    return this.fake.stop();
  }
}
