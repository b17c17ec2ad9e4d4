import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { CatalogMetadataService } from './catalog/catalog-metadata.service.js';
import { FilmMetadataService } from './films/film-metadata.service.js';
import { HeadlinesService } from './headlines/headlines.service.js';
import { ProviderClientsService } from './keys/provider-clients.service.js';
import { MetadataKeyService } from './keys/provider-key.service.js';
import { ListFeedsService, ListKeyService } from './lists/list-feeds.service.js';
import {
  MetadataConnection,
  MetadataConnectionService,
  MetadataProviderService,
} from './provider/metadata-provider.service.js';
import { RatingListsService } from './ratings/rating-lists.service.js';
import { TitleRatingsService } from './ratings/title-ratings.service.js';
import { SeriesMetadataService } from './series/series-metadata.service.js';
import { TitleWordsService } from './words/title-words.service.js';

const services = [
  FilmMetadataService,
  SeriesMetadataService,
  CatalogMetadataService,
  HeadlinesService,
  RatingListsService,
  TitleRatingsService,
  TitleWordsService,
  ListFeedsService,
];

/** Facts about films and series from outside providers. No routes. */
@Module({
  imports: [SettingsModule],
  providers: [
    ProviderClientsService,
    MetadataKeyService,
    { provide: MetadataConnection, useClass: MetadataConnectionService },
    MetadataProviderService,
    ListKeyService,
    ...services,
  ],
  exports: services,
})
export class MetadataModule {}
