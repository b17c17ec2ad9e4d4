import { Module } from '@nestjs/common';
import { MetadataConnection } from './connection/metadata-connection.js';
import { SettingsConnection } from './connection/settings-connection.js';
import { FilmMetadata } from './films/film-metadata.js';

/** What is known about films in the world at large. No routes. */
@Module({
  providers: [{ provide: MetadataConnection, useClass: SettingsConnection }, FilmMetadata],
  exports: [FilmMetadata],
})
export class MetadataModule {}
