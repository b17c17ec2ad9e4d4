import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { KeyedConnection } from './connection/keyed-connection.js';
import { MetadataConnection } from './connection/metadata-connection.js';
import { MetadataKey } from './connection/metadata-key.js';
import { FilmMetadata } from './films/film-metadata.js';
import { Headlines } from './headlines/headlines.js';
import { ProviderClients } from './keys/provider-clients.js';
import { ListFeeds } from './lists/list-feeds.js';
import { ListKey } from './lists/list-key.js';
import { ListProvider } from './lists/list-provider.js';
import { MetadataProvider } from './provider/metadata-provider.js';
import { PeopleMetadata } from './people/people-metadata.js';
import { ProviderPages } from './provider/provider-pages.js';
import { RelatedTitles } from './provider/related-titles.js';
import { KeptSchemes } from './ratings/kept-schemes.js';
import { RatingLists } from './ratings/rating-lists.js';
import { TitleRatings } from './ratings/title-ratings.js';
import { ReferenceLists } from './reference/reference-lists.js';
import { SeriesMetadata } from './series/series-metadata.js';

/** What is known about films and series in the world at large. No routes. */
@Module({
  imports: [SettingsModule],
  providers: [
    ProviderClients,
    MetadataKey,
    { provide: MetadataConnection, useClass: KeyedConnection },
    MetadataProvider,
    ProviderPages,
    FilmMetadata,
    SeriesMetadata,
    RelatedTitles,
    PeopleMetadata,
    ReferenceLists,
    Headlines,
    KeptSchemes,
    RatingLists,
    TitleRatings,
    ListKey,
    ListProvider,
    ListFeeds,
  ],
  exports: [
    FilmMetadata,
    SeriesMetadata,
    RelatedTitles,
    PeopleMetadata,
    ReferenceLists,
    Headlines,
    RatingLists,
    TitleRatings,
    ListFeeds,
  ],
})
export class MetadataModule {}
