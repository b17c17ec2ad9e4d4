import { Module } from '@nestjs/common';
import { BookcatalogModule } from '../bookcatalog/bookcatalog.public.js';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { BrowseAccessService } from './access/browse-access.service.js';
import { BooksController } from './http/books.controller.js';
import { RetiredBooksController } from './http/retired-books.controller.js';
import { TrendingBooksService } from './books/trending-books.service.js';
import { TitleBrowseService } from './browse/title-browse.service.js';
import { DiscoveryCapabilitiesService } from './discovery-capabilities.service.js';
import { EnglishListsService } from './english/english-lists.service.js';
import { FeaturedRowService } from './featured/featured-row.service.js';
import { HeadlineRowService } from './featured/headline-row.service.js';
import { FeaturedSourceService } from './featured/featured-source.service.js';
import { BrowseController } from './http/browse.controller.js';
import { DiscoverySettingsController } from './http/discovery-settings.controller.js';
import { FeaturedController } from './http/featured.controller.js';
import { FeedsController } from './http/feeds.controller.js';
import { PeopleController } from './http/people.controller.js';
import { ReferencesController } from './http/references.controller.js';
import { SearchController } from './http/search.controller.js';
import { TitlesController } from './http/titles.controller.js';
import { DiscoveryKidsFilter } from './kids/discovery-kids.filter.js';
import { ListArtworkController } from './http/list-artwork.controller.js';
import { ListsController } from './http/lists.controller.js';
import { ChartEntriesService } from './music/chart-entries.service.js';
import { MusicFeedsController } from './http/music-feeds.controller.js';
import { MusicFeedsService } from './music/music-feeds.service.js';
import { MusicProvidersService } from './music/music-providers.service.js';
import { MusicSearchService } from './music/music-search.service.js';
import { MusicTitlesController } from './http/music-titles.controller.js';
import { MusicTitlesService } from './music/music-titles.service.js';
import { PicturesController } from './http/pictures.controller.js';
import { PictureCacheService } from './pictures/picture-cache.service.js';
import { PictureRelayService } from './pictures/picture-relay.service.js';
import { DiscoveryPreferencesService } from './preferences/discovery-preferences.service.js';
import { DiscoverySettingsService } from './preferences/discovery-settings.service.js';
import { HiddenTabsService } from './preferences/hidden-tabs.service.js';

/** Search, lists and details of films, series, books and music, for accounts that may discover. */
@Module({
  imports: [SettingsModule, MetadataModule, ContentPolicyModule, InstancesModule, UsersModule, BookcatalogModule],
  controllers: [
    FeedsController,
    BrowseController,
    TitlesController,
    PeopleController,
    SearchController,
    ReferencesController,
    DiscoverySettingsController,
    FeaturedController,
    ListArtworkController,
    PicturesController,
    ListsController,
    MusicFeedsController,
    MusicTitlesController,
    // Before the retired feeds, whose path would take its place.
    BooksController,
    RetiredBooksController,
  ],
  providers: [
    DiscoveryCapabilitiesService,
    DiscoveryKidsFilter,
    DiscoveryPreferencesService,
    EnglishListsService,
    TitleBrowseService,
    DiscoverySettingsService,
    HiddenTabsService,
    FeaturedSourceService,
    HeadlineRowService,
    FeaturedRowService,
    PictureRelayService,
    PictureCacheService,
    BrowseAccessService,
    MusicProvidersService,
    ChartEntriesService,
    MusicSearchService,
    MusicFeedsService,
    MusicTitlesService,
    TrendingBooksService,
  ],
  exports: [HiddenTabsService],
})
export class DiscoveryModule {}
