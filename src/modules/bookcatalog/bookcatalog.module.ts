import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { BookCatalogService } from './catalog/book-catalog.service.js';
import { CatalogTokenService } from './credentials/catalog-token.service.js';
import { BookcatalogController } from './http/bookcatalog.controller.js';
import { CatalogConnectionService } from './links/catalog-connection.service.js';
import { CatalogClientsService } from './provider/catalog-clients.service.js';
import { DeviceSignInService } from './sign-in/device-sign-in.service.js';
import { CatalogConnectionsRepository } from './storage/catalog-connections.repository.js';

/** The connections of book managers to the book catalog, and what is trending there. */
@Module({
  imports: [SettingsModule, InstancesModule],
  controllers: [BookcatalogController],
  providers: [
    CatalogConnectionsRepository,
    CatalogClientsService,
    CatalogConnectionService,
    CatalogTokenService,
    BookCatalogService,
    DeviceSignInService,
  ],
  exports: [BookCatalogService],
})
export class BookcatalogModule {}
