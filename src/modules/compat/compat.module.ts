import { Module, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { COMPAT_KEY_JUDGE } from '../auth/auth.public.js';
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
import { StatusController } from './http/status.controller.js';
import { TrackerTitlesController } from './http/tracker-titles.controller.js';
import { UnservedController } from './http/unserved.controller.js';
import { KeyRevocationService } from './key/key-revocation.service.js';
import { CompatKeyRepository } from './key/compat-key.repository.js';
import { CompatKeyService } from './key/compat-key.service.js';
import { CompatKeyValidationService } from './key/compat-key-validation.service.js';
import { CurrentKeyService } from './key/current-key.service.js';
import { AccountDirectoryService } from './people/account-directory.service.js';
import { TitlePagesService } from './pages/title-pages.service.js';
import { SavedRequestsService } from './requests/saved-requests.service.js';
import { TrackerDecisionsService } from './requests/tracker-decisions.service.js';
import { TrackerRequestsService } from './requests/tracker-requests.service.js';
import { LiveTitlesService } from './titles/live-titles.service.js';
import { TitleTextsService } from './titles/title-texts.service.js';

/** The request tracker's interface, for tools that speak it, and the key to it. */
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
    StatusController,
    SettingsController,
    TrackerUsersController,
    TrackerRequestsController,
    TrackerTitlesController,
    UnservedController,
  ],
  providers: [
    CompatKeyRepository,
    CurrentKeyService,
    CompatKeyValidationService,
    CompatKeyService,
    KeyRevocationService,
    SavedRequestsService,
    AccountDirectoryService,
    LiveTitlesService,
    TrackerRequestsService,
    TrackerDecisionsService,
    TitleTextsService,
    TitlePagesService,
  ],
})
export class CompatModule implements OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly judge: CompatKeyValidationService,
  ) {}

  onModuleInit(): void {
    this.ports.register(COMPAT_KEY_JUDGE, this.judge);
  }
}
