import { Module } from '@nestjs/common';
import { BookcatalogModule } from '../bookcatalog/bookcatalog.public.js';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { BrowseAccess } from './access/browse-access.js';
import { BooksController } from './http/books.controller.js';
import { RetiredBooksController } from './http/retired-books.controller.js';
import { TrendingBooks } from './books/trending-books.js';
import { TitleBrowse } from './browse/title-browse.js';
import { DiscoveryAnnouncements } from './discovery-announcements.js';
import { EnglishLists } from './english/english-lists.js';
import { FeaturedRow } from './featured/featured-row.js';
import { HeadlineRow } from './featured/headline-row.js';
import { RowInUse } from './featured/row-in-use.js';
import { BrowseController } from './http/browse.controller.js';
import { DiscoverySettingsController } from './http/discovery-settings.controller.js';
import { FeaturedController } from './http/featured.controller.js';
import { FeedsController } from './http/feeds.controller.js';
import { PeopleController } from './http/people.controller.js';
import { ReferencesController } from './http/references.controller.js';
import { SearchController } from './http/search.controller.js';
import { TitlesController } from './http/titles.controller.js';
import { KidsAnswers } from './kids/kids-answers.js';
import { ListArtworkController } from './http/list-artwork.controller.js';
import { ListsController } from './http/lists.controller.js';
import { ChartEntries } from './music/chart-entries.js';
import { MusicFeedsController } from './http/music-feeds.controller.js';
import { MusicFeeds } from './music/music-feeds.js';
import { MusicProviders } from './music/music-providers.js';
import { MusicSearches } from './music/music-searches.js';
import { MusicTitlesController } from './http/music-titles.controller.js';
import { MusicTitles } from './music/music-titles.js';
import { PictureRelay } from './pictures/picture-relay.js';
import { DiscoveryPreferences } from './preferences/discovery-preferences.js';
import { DiscoverySettingsDesk } from './preferences/discovery-settings-desk.js';
import { HiddenTabs } from './preferences/hidden-tabs.js';

/** What is there to watch? Search, lists and details of films and series for whoever may discover. */
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
    ListsController,
    MusicFeedsController,
    MusicTitlesController,
    // Before the retired feeds, whose path would take its place.
    BooksController,
    RetiredBooksController,
  ],
  providers: [
    DiscoveryAnnouncements,
    KidsAnswers,
    DiscoveryPreferences,
    EnglishLists,
    TitleBrowse,
    DiscoverySettingsDesk,
    HiddenTabs,
    RowInUse,
    HeadlineRow,
    FeaturedRow,
    PictureRelay,
    BrowseAccess,
    MusicProviders,
    ChartEntries,
    MusicSearches,
    MusicFeeds,
    MusicTitles,
    TrendingBooks,
  ],
  exports: [HiddenTabs],
})
export class DiscoveryModule {}
