import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { ListeningApps, MediaServerRecord, VideoApps } from '../../instances/instances.public.js';
import { MediaAppsRow } from '../rows.js';

export type MediaApps = Omit<MediaAppsRow, 'userId'>;

const NOTHING_CHOSEN: MediaApps = {
  hubIos: '',
  videoServerAIos: '',
  videoServerBIos: '',
  listeningIos: '',
  listeningAndroid: '',
};

@Injectable()
export class MediaAppsService {
  constructor(private readonly database: Database) {}

  of({ userId }: Caller): Promise<MediaApps> {
    return this.database.read((tx) => this.read(tx, userId));
  }

  /** Replaces some of the choices of the caller, and answers all. @throws StorageError 503 */
  choose({ userId }: Caller, apps: Partial<MediaApps>): Promise<MediaApps> {
    return this.database.write(async (tx) => {
      const chosen = { ...(await this.read(tx, userId)), ...apps };
      await tx.upsert(MediaAppsRow, { userId, ...chosen }, ['userId']);
      return chosen;
    });
  }

  async read(tx: ReadTx, userId: number): Promise<MediaApps> {
    const row = await tx.findOneBy(MediaAppsRow, { userId });
    if (!row) return NOTHING_CHOSEN;
    const { userId: _, ...apps } = row;
    return apps;
  }
}

/** The person's choice, else the instance's, else the server's own app; null for no video server. */
export function videoAppsOf({ serviceType, config }: MediaServerRecord, own: MediaApps): VideoApps | null {
  const byKind: Partial<Record<typeof serviceType, string>> = {
    hub: own.hubIos,
    video_server_a: own.videoServerAIos,
    video_server_b: own.videoServerBIos,
  };
  const chosen = byKind[serviceType];
  return chosen === undefined ? null : { ios: (chosen || config.apps.video.ios || 'service') as VideoApps['ios'] };
}

/** The person's choice, else the instance's, else a browser; null for no audiobook server. */
export function listeningAppsOf({ serviceType, config }: MediaServerRecord, own: MediaApps): ListeningApps | null {
  if (serviceType !== 'audiobook_server') return null;
  const { ios, android } = config.apps.listening;
  return {
    ios: (own.listeningIos || ios || 'browser') as ListeningApps['ios'],
    android: (own.listeningAndroid || android || 'browser') as ListeningApps['android'],
  };
}
