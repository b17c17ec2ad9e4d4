import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { isMediaServer } from '../service-kinds.js';
import { inListOrder, mediaServerOf, type MediaServerRecord } from './instance-record.js';
import { InstancesRepository } from './instances.repository.js';
import { judgeLibraryIds } from './media-server-config.js';

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
   * Sets which libraries accounts may see by default. Once the write is committed the caller publishes `InstanceChanged`.
   *
   * @returns whether they are others than before
   * @throws InstanceMissing 404; AppError 400 naming the first fault
   */
  async setLibraryIds(tx: WriteTx, id: string, sent: unknown): Promise<boolean> {
    return this.rows.setLibraryIds(tx, id, judgeLibraryIds(sent));
  }
}
