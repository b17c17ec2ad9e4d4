import { Injectable } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { DeviceRevoked, DevicesRepository, type ListedDevice } from '../../users/users.public.js';
import { deviceNotFound } from '../auth.errors.js';
import { RefreshChainService } from './refresh-chain.service.js';
import { RefreshTokenTextService } from './refresh-token-text.service.js';

/** Ends sessions by revoking their device. Source: doc 3 sections 1.1 and 1.5. */
@Injectable()
export class SignedInDevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly texts: RefreshTokenTextService,
    private readonly chain: RefreshChainService,
    private readonly events: EventBus,
  ) {}

  /** All devices that are not revoked, the one seen last first. */
  list(): Promise<readonly ListedDevice[]> {
    return this.database.read((tx) => this.devices.listUnrevoked(tx));
  }

  /** Signs a device out as its owner asks; one that is signed out already stays so. */
  async signOut(deviceId: string): Promise<void> {
    const ended = await this.database.write((tx) => this.devices.signOut(tx, deviceId));
    if (ended) await this.events.publish(new DeviceRevoked(deviceId));
  }

  /**
   * Signs out the device that holds this refresh token, whether it is the session's current one, used up or past its time; nothing
   * where nobody holds it, or where it has expired and its row is gone.
   */
  async signOutHolder(refreshToken: string): Promise<void> {
    const presented = this.texts.read(refreshToken);
    const facts = presented && (await this.database.read((tx) => this.chain.factsOf(tx, presented)));
    if (facts) await this.signOut(facts.deviceId);
  }

  /**
   * Takes somebody's device its rights, and the unused connect links that were made on it.
   *
   * @throws AppError 404 when there is no such device or it is revoked already; 401 and 403 when they may not any more
   */
  async revoke(admin: Privileged, deviceId: string): Promise<void> {
    const revoked = await privilegedWrite(this.database, admin, (tx) => this.devices.revoke(tx, deviceId));
    if (!revoked) throw deviceNotFound();
    await this.events.publish(new DeviceRevoked(deviceId));
  }
}
