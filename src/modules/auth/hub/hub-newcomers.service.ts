import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { HubInstancesService } from '../../instances/instances.public.js';
import { HubIdentitiesRepository } from '../../users/users.public.js';
import { accountCreationOff, noSharedServer } from '../auth.errors.js';
import { HubAuthService } from './hub-auth.service.js';

/**
 * Could somebody who isn't linked be let in at all? Asked before the hub is, so that no call goes out whose answer decides
 * nothing. Who is let in is judged once more by the write that does it. Source: security 1.
 */
@Injectable()
export class HubNewcomersService {
  constructor(
    private readonly database: Database,
    private readonly hubAuth: HubAuthService,
    private readonly members: HubInstancesService,
    private readonly identities: HubIdentitiesRepository,
  ) {}

  /**
   * Nobody can sign in where nobody is linked and nobody new is let in.
   *
   * @throws AppError 403 with the cause for which everybody would be refused later
   */
  async requireAnybody(): Promise<void> {
    const refusal = await this.database.read(async (tx) =>
      (await this.identities.hasAny(tx)) ? null : this.refusalOfAll(tx),
    );
    if (refusal) throw refusal;
  }

  /** Do the servers in which this account has a part decide whether it is let in? */
  needServers(hubAccountId: string): Promise<boolean> {
    return this.database.read(
      async (tx) => !(await this.identities.find(tx, hubAccountId)) && (await this.refusalOfAll(tx)) === null,
    );
  }

  /** Why nobody new is let in, whatever they have a part in; null where that decides. */
  private async refusalOfAll(tx: ReadTx): Promise<AppError | null> {
    const { autoCreate } = await this.hubAuth.held(tx);
    if (!autoCreate) return accountCreationOff();
    return (await this.members.hasServers(tx)) ? null : noSharedServer();
  }
}
