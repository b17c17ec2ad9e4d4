import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { BookCatalog } from './catalog/book-catalog.js';
import { CredentialKeeper } from './credentials/credential-keeper.js';
import { BookcatalogController } from './http/bookcatalog.controller.js';
import { ConnectionSharingController } from './http/connection-sharing.controller.js';
import { DeviceSignInController } from './http/device-sign-in.controller.js';
import { ConnectionDesk } from './links/connection-desk.js';
import { ConnectionSharing } from './links/connection-sharing.js';
import { LinkLifecycle } from './links/link-lifecycle.js';
import { CatalogClients } from './provider/catalog-clients.js';
import { DeviceSignIn } from './sign-in/device-sign-in.js';
import { FlowProgress } from './sign-in/flow-progress.js';
import { ConnectionRows } from './storage/connection-rows.js';

/** With which credential does a book manager's household read the book catalog, and what does that tell? */
@Module({
  imports: [SettingsModule, InstancesModule],
  controllers: [BookcatalogController, DeviceSignInController, ConnectionSharingController],
  providers: [
    ConnectionRows,
    CatalogClients,
    ConnectionDesk,
    LinkLifecycle,
    CredentialKeeper,
    BookCatalog,
    ConnectionSharing,
    DeviceSignIn,
    FlowProgress,
  ],
  exports: [BookCatalog],
})
export class BookcatalogModule {}
