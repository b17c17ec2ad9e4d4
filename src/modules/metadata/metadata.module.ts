import { Module } from '@nestjs/common';
import { MetadataConnection } from './connection/metadata-connection.js';
import { SettingsConnection } from './connection/settings-connection.js';
import { FilmMetadata } from './films/film-metadata.js';
import { MetadataProvider } from './provider/metadata-provider.js';
import { ProviderPages } from './provider/provider-pages.js';
import { SeriesMetadata } from './series/series-metadata.js';

/** What is known about films and series in the world at large. No routes. */
@Module({
  providers: [
    { provide: MetadataConnection, useClass: SettingsConnection },
    MetadataProvider,
    ProviderPages,
    FilmMetadata,
    SeriesMetadata,
  ],
  exports: [FilmMetadata, SeriesMetadata],
})
export class MetadataModule {}
