import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { InstancesRepository } from './instances.repository.js';
import type { MediaPathMapping } from '../media-paths/media-path-mapping.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';

/** The mappings of each instance that has any, by its id. */
export type MappingsById = ReadonlyMap<string, readonly MediaPathMapping[]>;

/** Which instances have mappings of their paths, and which of those serve files? Mappings are for nobody but the server. */
@Injectable()
export class MediaMappingsService {
  constructor(
    private readonly rows: InstancesRepository,
    private readonly roots: MediaRootsService,
  ) {}

  async of(tx: ReadTx, instanceId: string): Promise<readonly MediaPathMapping[]> {
    return (await this.rows.find(tx, instanceId))?.mediaPathMappings ?? [];
  }

  async all(tx: ReadTx): Promise<MappingsById> {
    const rows = await this.rows.all(tx);
    return new Map(rows.flatMap((row) => (row.mediaPathMappings.length > 0 ? [[row.id, row.mediaPathMappings]] : [])));
  }

  /** Of which instances does a mapping lead into a media root at this moment? Asks the disk, so not inside a transaction. */
  async serving(mappings: MappingsById): Promise<ReadonlySet<string>> {
    const judged = await Promise.all(
      [...mappings].map(async ([id, own]) => ((await this.roots.serveAny(own)) ? [id] : [])),
    );
    return new Set(judged.flat());
  }
}
