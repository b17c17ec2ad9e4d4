import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import { Database } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { writeAfterConflict } from '../../../core/database/write-after-conflict.js';
import { Clock } from '../../../core/time/clock.js';
import { DevicesRepository, OidcIdentitiesRepository } from '../../users/users.public.js';
import type { InitiatingSession, OidcAttempt } from './oidc-attempt.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { identityConflict, initiatorEnded } from './oidc.errors.js';

/** Links the caller's account to a person at the provider, as they have asked for. Source: doc 1 section 4, External OIDC. */
@Injectable()
export class OidcLinksService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly identities: OidcIdentitiesRepository,
    private readonly devices: DevicesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Linked to the same person already is fine.
   *
   * @throws AppError 403 where the session that began it has ended, or single sign-on is switched off; 409 where either side
   *   is linked otherwise
   */
  async link(
    { issuer, subject }: IdentifiedSubject,
    { progress }: OidcAttempt,
    { userId, deviceId }: InitiatingSession,
  ): Promise<void> {
    try {
      await writeAfterConflict(this.database, async (tx) => {
        await this.configs.requireUnchanged(tx, progress.setup);
        if (!(await this.devices.isUnrevoked(tx, deviceId))) throw initiatorEnded();
        const known = await this.identities.find(tx, { issuer, subject });
        if (known?.userId === userId) return;
        const own = await this.identities.ofUser(tx, userId);
        if (known || own.some((one) => one.issuer === issuer)) throw identityConflict();
        await this.identities.add(tx, { issuer, subject, userId, createdAt: this.clock.now() });
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? identityConflict() : fault;
    }
  }
}
