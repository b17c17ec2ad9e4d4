import { type DynamicModule, Module } from '@nestjs/common';
import { CoreModule, type Foundations } from '../core/core.module.js';
import { AdministrationModule } from '../modules/administration/administration.module.js';
import { AuthModule } from '../modules/auth/auth.public.js';
import { BookcatalogModule } from '../modules/bookcatalog/bookcatalog.public.js';
import { ClientConfigModule } from '../modules/client-config/client-config.module.js';
import { CompatModule } from '../modules/compat/compat.public.js';
import { ContentPolicyModule } from '../modules/content-policy/content-policy.public.js';
import { DiscoveryModule } from '../modules/discovery/discovery.public.js';
import { DownloadsModule } from '../modules/downloads/downloads.public.js';
import { InstancesModule } from '../modules/instances/instances.public.js';
import { LibraryModule } from '../modules/library/library.public.js';
import { MediaAccountsModule } from '../modules/media-accounts/media-accounts.public.js';
import { MediaFilesModule } from '../modules/media-files/media-files.public.js';
import { MetadataModule } from '../modules/metadata/metadata.public.js';
import { NotificationsModule } from '../modules/notifications/notifications.public.js';
import { ProxyModule } from '../modules/proxy/proxy.public.js';
import { QuotasModule } from '../modules/quotas/quotas.public.js';
import { RealtimeModule } from '../modules/realtime/realtime.public.js';
import { RequestsModule } from '../modules/requests/requests.public.js';
import { SeriesMatchingModule } from '../modules/series-matching/series-matching.public.js';
import { SetboxModule } from '../modules/setbox/setbox.public.js';
import { SettingsModule } from '../modules/settings/settings.public.js';
import { UsersModule } from '../modules/users/users.public.js';
import { BackupsModule } from './backups/backups.module.js';
import { HealthController } from './health/health.controller.js';
import { StorageProbeService } from './health/storage-probe.service.js';
import { DescriptionController } from './openapi/description.controller.js';
import { AnswerInterceptor } from './pipeline/answer.interceptor.js';
import { CallGuard } from './pipeline/call.guard.js';
import { EncryptionCanaryService } from './start/encryption-canary.service.js';
import { WebModule } from './web/web-app.controller.js';

/**
 * All modules, by tiers. The proxy comes behind them, since it takes every path below an instance that nobody else serves; the web app
 * last, since it takes every other path.
 */
@Module({
  imports: [
    SettingsModule,
    UsersModule,
    MetadataModule,
    ContentPolicyModule,
    InstancesModule,
    LibraryModule,
    BookcatalogModule,
    MediaFilesModule,
    DiscoveryModule,
    QuotasModule,
    SeriesMatchingModule,
    MediaAccountsModule,
    RequestsModule,
    AuthModule,
    SetboxModule,
    CompatModule,
    DownloadsModule,
    NotificationsModule,
    ClientConfigModule,
    AdministrationModule,
    BackupsModule,
    RealtimeModule,
    ProxyModule,
    WebModule,
  ],
  controllers: [HealthController, DescriptionController],
  providers: [StorageProbeService, EncryptionCanaryService, CallGuard, AnswerInterceptor],
})
export class AppModule {
  static on(foundations: Foundations): DynamicModule {
    return { module: AppModule, imports: [CoreModule.forRoot(foundations)] };
  }
}
