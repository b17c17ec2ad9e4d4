import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { DevicesRepository, type Passkey, PasskeysRepository } from '../../users/users.public.js';
import { passkeyNotFound } from '../auth.errors.js';
import {
  type BegunRegistration,
  type FinishedRegistration,
  PasskeyRegistrationService,
} from './passkey-registration.service.js';
import type { RelyingParty } from './relying-party.js';

/** The account and the device of a session. */
type Owner = Pick<Caller, 'userId' | 'deviceId'>;

/** What a session does with the passkeys of its own account. Source: doc 3 section 1.1. */
@Injectable()
export class OwnPasskeysService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly registration: PasskeyRegistrationService,
  ) {}

  /** The account's passkeys for the host that was asked, the newest first. */
  list({ userId }: Owner, { rpId }: RelyingParty): Promise<readonly Passkey[]> {
    return this.database.read((tx) => this.passkeys.ofUser(tx, userId, rpId));
  }

  /** @throws AppError 403 for an account without passkeys */
  beginRegistration({ userId, deviceId }: Owner, party: RelyingParty): Promise<BegunRegistration> {
    return this.registration.begin({ purpose: 'registration', userId, deviceId }, party);
  }

  /**
   * Keeps a passkey that this session has begun to register.
   *
   * @throws AppError 400 with the cause; 401 when the session's device was revoked meanwhile, 403 when passkeys were switched
   *   off for the account
   */
  finishRegistration(
    { userId, deviceId }: Owner,
    party: RelyingParty,
    registration: FinishedRegistration,
  ): Promise<void> {
    const subject = { purpose: 'registration', userId, deviceId } as const;
    return this.registration.finish(subject, party, registration, (tx) => this.devices.requireUnrevoked(tx, deviceId));
  }

  /**
   * Deletes a passkey of the account, good for any host.
   *
   * @param id the credential id in lower-case hex
   * @throws AppError 404 where the account has none of this id; 401 when the session's device was revoked meanwhile
   */
  async remove({ userId, deviceId }: Owner, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      if (!(await this.passkeys.remove(tx, userId, id))) throw passkeyNotFound();
    });
  }
}
