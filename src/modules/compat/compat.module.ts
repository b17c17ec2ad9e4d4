import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MediaAccountsModule } from '../media-accounts/media-accounts.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { KeyController } from './http/key.controller.js';
import { TrackerUsersController } from './http/tracker-users.controller.js';
import { TrackerRequestsController } from './http/tracker-requests.controller.js';
import { SettingsController } from './http/settings.controller.js';
import { TrackerTitlesController } from './http/tracker-titles.controller.js';
import { UnservedController } from './http/unserved.controller.js';
import { CompatKeyService } from './key/compat-key.service.js';
import { AccountDirectoryService } from './people/account-directory.service.js';
import { TitlePagesService } from './pages/title-pages.service.js';
import { SavedRequestsService } from './requests/saved-requests.service.js';
import { TrackerDecisionsService } from './requests/tracker-decisions.service.js';
import { TrackerRequestsService } from './requests/tracker-requests.service.js';
import { LiveTitlesService } from './titles/live-titles.service.js';

@Module({
  imports: [
    SettingsModule,
    UsersModule,
    InstancesModule,
    LibraryModule,
    MetadataModule,
    MediaAccountsModule,
    RequestsModule,
    SeriesMatchingModule,
  ],
  // The last one takes every path that none before it has.
  controllers: [
    KeyController,
    SettingsController,
    TrackerUsersController,
    TrackerRequestsController,
    TrackerTitlesController,
    UnservedController,
  ],
  providers: [
    CompatKeyService,
    SavedRequestsService,
    AccountDirectoryService,
    LiveTitlesService,
    TrackerRequestsService,
    TrackerDecisionsService,
    TitlePagesService,
  ],
})
export class CompatModule {}
