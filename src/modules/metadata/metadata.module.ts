import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { MetadataConnectionService, MetadataConnection } from './connection/metadata-connection.service.js';
import { MetadataKeyService } from './connection/metadata-key.service.js';
import { FilmMetadataService } from './films/film-metadata.service.js';
import { HeadlinesService } from './headlines/headlines.service.js';
import { ProviderClientsService } from './keys/provider-clients.service.js';
import { ListFeedsService } from './lists/list-feeds.service.js';
import { ListKeyService } from './lists/list-key.service.js';
import { ListProviderService } from './lists/list-provider.service.js';
import { MetadataProviderService } from './provider/metadata-provider.service.js';
import { PeopleMetadataService } from './people/people-metadata.service.js';
import { ProviderPagesService } from './provider/provider-pages.service.js';
import { RelatedTitlesService } from './provider/related-titles.service.js';
import { RatingSchemesRepository } from './ratings/rating-schemes.repository.js';
import { RatingListsService } from './ratings/rating-lists.service.js';
import { TitleRatingsService } from './ratings/title-ratings.service.js';
import { ReferenceListsService } from './reference/reference-lists.service.js';
import { SeriesMetadataService } from './series/series-metadata.service.js';

/** Facts about films and series from outside providers. No routes. */
@Module({
  imports: [SettingsModule],
  providers: [
    ProviderClientsService,
    MetadataKeyService,
    { provide: MetadataConnection, useClass: MetadataConnectionService },
    MetadataProviderService,
    ProviderPagesService,
    FilmMetadataService,
    SeriesMetadataService,
    RelatedTitlesService,
    PeopleMetadataService,
    ReferenceListsService,
    HeadlinesService,
    RatingSchemesRepository,
    RatingListsService,
    TitleRatingsService,
    ListKeyService,
    ListProviderService,
    ListFeedsService,
  ],
  exports: [
    FilmMetadataService,
    SeriesMetadataService,
    RelatedTitlesService,
    PeopleMetadataService,
    ReferenceListsService,
    HeadlinesService,
    RatingListsService,
    TitleRatingsService,
    ListFeedsService,
  ],
})
export class MetadataModule {}
