import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { MediaAppsRow } from './media-apps.entity.js';

/** With which apps somebody opens what they watch and listen to; an empty text inherits the instance's choice. */
export type MediaApps = Omit<MediaAppsRow, 'userId'>;

const NOTHING_CHOSEN: MediaApps = {
  hubIos: '',
  videoServerAIos: '',
  videoServerBIos: '',
  listeningIos: '',
  listeningAndroid: '',
};

/** The rows of choices of apps. */
@Injectable()
export class MediaAppsRepository {
  async of(tx: ReadTx, userId: number): Promise<MediaApps> {
    const row = await tx.findOneBy(MediaAppsRow, { userId });
    if (!row) return NOTHING_CHOSEN;
    const { userId: _, ...apps } = row;
    return apps;
  }

  /** Replaces some of the choices; the others stay. */
  async set(tx: WriteTx, userId: number, apps: Partial<MediaApps>): Promise<void> {
    await tx.upsert(MediaAppsRow, { userId, ...(await this.of(tx, userId)), ...apps }, ['userId']);
  }
}
