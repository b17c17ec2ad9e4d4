import { Module } from '@nestjs/common';
import { BookcatalogModule } from '../bookcatalog/bookcatalog.public.js';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { BrowseAccessService } from './access/browse-access.service.js';
import { TrendingBooksService } from './books/trending-books.service.js';
import { BooksController } from './http/books.controller.js';
import { DiscoverySettingsController } from './http/discovery-settings.controller.js';
import { ListsController } from './http/lists.controller.js';
import { MusicController } from './http/music.controller.js';
import { PicturesController } from './http/pictures.controller.js';
import { SearchController } from './http/search.controller.js';
import { TitleListsController } from './http/title-lists.controller.js';
import { TitleWordsController } from './http/title-words.controller.js';
import { TitlesController } from './http/titles.controller.js';
import { DiscoveryKidsFilter } from './kids/discovery-kids.filter.js';
import { MusicListsService } from './music/music-lists.service.js';
import { MusicProvidersService } from './music/music-providers.service.js';
import { MusicTitlesService } from './music/music-titles.service.js';
import { PicturesService } from './pictures/pictures.service.js';
import { DiscoveryPreferencesService } from './preferences/discovery-preferences.service.js';
import { DiscoverySettingsService } from './preferences/discovery-settings.service.js';
import { HiddenTabsService } from './preferences/hidden-tabs.service.js';
import { FeaturedRowService } from './titles/featured-row.service.js';
import { TitleListsService } from './titles/title-lists.service.js';

@Module({
  imports: [SettingsModule, MetadataModule, ContentPolicyModule, InstancesModule, UsersModule, BookcatalogModule],
  controllers: [
    TitleListsController,
    TitlesController,
    TitleWordsController,
    SearchController,
    DiscoverySettingsController,
    PicturesController,
    ListsController,
    MusicController,
    BooksController,
  ],
  providers: [
    DiscoveryKidsFilter,
    DiscoveryPreferencesService,
    DiscoverySettingsService,
    HiddenTabsService,
    TitleListsService,
    FeaturedRowService,
    PicturesService,
    BrowseAccessService,
    MusicProvidersService,
    MusicListsService,
    MusicTitlesService,
    TrendingBooksService,
  ],
  exports: [HiddenTabsService],
})
export class DiscoveryModule {}
