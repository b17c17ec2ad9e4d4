import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceAccessService, InstanceDirectoryService, type ServiceType } from '../../instances/instances.public.js';
import { SessionsRepository, type DeviceOwner } from '../../users/users.public.js';
import { SESSION_ENDED } from '../sessions/live-session.js';
import { LiveSessionsService } from '../sessions/live-sessions.service.js';
import { maySee, type Audience } from './audience.js';

/** Who owns the open sessions and what they may be sent, read anew each time in one snapshot. A session without a valid device is ended. */
@Injectable()
export class SessionAudienceService {
  constructor(
    private readonly database: Database,
    private readonly devices: SessionsRepository,
    private readonly access: InstanceAccessService,
    private readonly live: LiveSessionsService,
    private readonly directory: InstanceDirectoryService,
  ) {}

  /** The devices whose sessions belong to an audience, with their owners. Of titles, kids accounts are sent less. */
  async receiversOf(audience: Audience): Promise<ReadonlyMap<string, DeviceOwner>> {
    const { owners, holders } = await this.judge(audience);
    return new Map([...owners].filter(([, owner]) => maySee(audience, owner, holders)));
  }

  /** Ends the sessions without a valid device. */
  async review(): Promise<void> {
    await this.judge({ of: 'everyone' });
  }

  /** The instances that somebody among them may use. */
  async libraries(): Promise<readonly Library[]> {
    const deviceIds = [...this.live.deviceIds()];
    return this.database.read(async (tx) => {
      const owners = [...(await this.devices.ownersOf(tx, deviceIds)).values()];
      const libraries: Library[] = [];
      for (const { id, serviceType } of await this.directory.all(tx)) {
        const holders = await this.access.holdersOf(tx, id);
        const audience = { of: 'library', instanceId: id } as const;
        if (owners.some((owner) => maySee(audience, owner, holders))) libraries.push({ id, serviceType });
      }
      return libraries;
    });
  }

  private async judge(audience: Audience): Promise<Judged> {
    const deviceIds = this.live.deviceIds();
    const judged = await this.database.read(async (tx) => ({
      owners: await this.devices.ownersOf(tx, [...deviceIds]),
      holders: audience.of === 'library' ? await this.access.holdersOf(tx, audience.instanceId) : NOBODY,
    }));
    this.live.closeWhere(({ deviceId }) => deviceIds.has(deviceId) && !judged.owners.has(deviceId), SESSION_ENDED);
    return judged;
  }
}

export interface Library {
  readonly id: string;
  readonly serviceType: ServiceType;
}

interface Judged {
  readonly owners: ReadonlyMap<string, DeviceOwner>;
  readonly holders: ReadonlySet<number>;
}

const NOBODY: ReadonlySet<number> = new Set();
