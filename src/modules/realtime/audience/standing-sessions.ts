import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceAccess } from '../../instances/instances.public.js';
import { Sessions, type DeviceOwner } from '../../users/users.public.js';
import { SESSION_ENDED } from '../sessions/closing.js';
import { LiveSessions } from '../sessions/live-sessions.js';
import { maySee, type Audience } from './audience.js';

/**
 * Whose are the open sessions, and what may they be told? Device, account, role and grants are read anew each time, in
 * one snapshot, so that nothing counts that has been taken back meanwhile. A session that stands no longer is ended.
 */
@Injectable()
export class StandingSessions {
  constructor(
    private readonly database: Database,
    private readonly devices: Sessions,
    private readonly access: InstanceAccess,
    private readonly live: LiveSessions,
  ) {}

  /** The devices whose sessions may be told what is for this audience. */
  async within(audience: Audience): Promise<ReadonlySet<string>> {
    const { owners, holders } = await this.judge(audience);
    return new Set([...owners].flatMap(([deviceId, owner]) => (maySee(audience, owner, holders) ? [deviceId] : [])));
  }

  /** Ends the sessions that stand no longer. */
  async review(): Promise<void> {
    await this.judge({ of: 'everyone' });
  }

  private async judge(audience: Audience): Promise<Judged> {
    const asked = this.live.deviceIds();
    const judged = await this.database.read(async (tx) => ({
      owners: await this.devices.ownersOf(tx, [...asked]),
      holders: audience.of === 'library' ? await this.access.holdersOf(tx, audience.instanceId) : NOBODY,
    }));
    this.live.closeWhere(({ deviceId }) => asked.has(deviceId) && !judged.owners.has(deviceId), SESSION_ENDED);
    return judged;
  }
}

interface Judged {
  readonly owners: ReadonlyMap<string, DeviceOwner>;
  readonly holders: ReadonlySet<number>;
}

const NOBODY: ReadonlySet<number> = new Set();
