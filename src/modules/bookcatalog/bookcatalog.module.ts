import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { CredentialKeeper } from './credentials/credential-keeper.js';
import { BookcatalogController } from './http/bookcatalog.controller.js';
import { ConnectionDesk } from './links/connection-desk.js';
import { LinkLifecycle } from './links/link-lifecycle.js';
import { CatalogClients } from './provider/catalog-clients.js';
import { ConnectionRows } from './storage/connection-rows.js';

/** With which credential does a book manager's household read the book catalog, and what does that tell? */
@Module({
  imports: [SettingsModule, InstancesModule],
  controllers: [BookcatalogController],
  providers: [ConnectionRows, CatalogClients, ConnectionDesk, LinkLifecycle, CredentialKeeper],
})
export class BookcatalogModule {}
