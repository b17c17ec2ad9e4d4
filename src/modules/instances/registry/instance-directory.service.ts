import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { MediaPathMapping } from '../media-paths/media-path-mapping.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import { isMediaServer, type ServiceType } from '../service-kinds.js';
import {
  inListOrder,
  type InstanceRecord,
  mediaServerOf,
  type MediaServerRecord,
  recordOf,
} from './instance-record.js';
import { InstancesRepository } from './instances.repository.js';
import { judgeLibraryIds } from './media-server-config.js';

export type MappingsById = ReadonlyMap<string, readonly MediaPathMapping[]>;

/** Which instances are there? Everything is read from stored metadata; no credential is opened. */
@Injectable()
export class InstanceDirectoryService {
  constructor(private readonly rows: InstancesRepository) {}

  /** The instance of this id, or null. Ids are compared exactly. */
  async byId(tx: ReadTx, id: string): Promise<InstanceRecord | null> {
    const row = await this.rows.find(tx, id);
    return row && recordOf(row);
  }

  /** @throws InstanceMissing 404 */
  async require(tx: ReadTx, id: string): Promise<InstanceRecord> {
    return recordOf(await this.rows.require(tx, id));
  }

  /** The instances of a kind by sort_order, name, id. */
  async ofKind(tx: ReadTx, serviceType: ServiceType): Promise<readonly InstanceRecord[]> {
    const rows = await this.rows.ofKind(tx, serviceType);
    return rows.map(recordOf).sort(inListOrder);
  }

  /** All instances by service_type, sort_order, name, id. */
  async all(tx: ReadTx): Promise<readonly InstanceRecord[]> {
    const rows = await this.rows.all(tx);
    return rows.map(recordOf).sort(inListOrder);
  }
}

/** Which media servers are there, and what have administrators set of them? No credential is opened. */
@Injectable()
export class MediaServerDirectoryService {
  constructor(private readonly rows: InstancesRepository) {}

  /** The media server of this id; null where there is none, and for a library manager. Ids are compared exactly. */
  async byId(tx: ReadTx, id: string): Promise<MediaServerRecord | null> {
    const row = await this.rows.find(tx, id);
    return row && isMediaServer(row.serviceType) ? mediaServerOf(row) : null;
  }

  /** All media servers by service_type, sort_order, name, id. */
  async all(tx: ReadTx): Promise<readonly MediaServerRecord[]> {
    const rows = await this.rows.all(tx);
    return rows
      .filter(({ serviceType }) => isMediaServer(serviceType))
      .map(mediaServerOf)
      .sort(inListOrder);
  }

  /**
   * Sets which libraries accounts may see by default; answers whether they are others. The caller publishes `InstanceChanged` then.
   * @throws InstanceMissing 404; AppError 400 naming the first fault
   */
  async setLibraryIds(tx: WriteTx, id: string, sent: unknown): Promise<boolean> {
    return this.rows.setLibraryIds(tx, id, judgeLibraryIds(sent));
  }
}

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
