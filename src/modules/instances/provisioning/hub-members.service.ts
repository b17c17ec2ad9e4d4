import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { GrantsRepository } from '../access/grants.repository.js';
import { HUB_ACCOUNT_LINKS, type HubSignUp } from '../instances.ports.js';
import { InstancesRepository } from '../registry/instances.repository.js';

/** Who belongs to the household by the hub: people with a part in one of its servers. Source: doc 1 section 4, Hub sign-in. */
@Injectable()
export class HubMembersService {
  constructor(
    private readonly rows: InstancesRepository,
    private readonly grants: GrantsRepository,
    private readonly ports: PortRegistry,
  ) {}

  /** The ids of the instances behind the hub whose server is one of these machines, as they are configured at this moment. */
  async instancesOf(tx: ReadTx, machineIdentifiers: readonly string[]): Promise<readonly string[]> {
    const machines = new Set(machineIdentifiers);
    const rows = await this.rows.ofKind(tx, 'hub');
    return rows
      .filter(({ mediaServer }) => mediaServer !== null && machines.has(mediaServer.machineIdentifier))
      .map(({ id }) => id);
  }

  /** Gives a new account the instances that it has a part in, in the write that makes it. */
  async admit(tx: WriteTx, signUp: HubSignUp): Promise<void> {
    await this.grants.addAccount(tx, signUp.userId, signUp.instanceIds);
    for (const links of this.ports.all(HUB_ACCOUNT_LINKS)) await links.addSignUp(tx, signUp);
  }
}
