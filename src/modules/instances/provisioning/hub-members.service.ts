import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { HUB_ACCOUNT_LINKS, type HubSignUp } from '../instances.ports.js';
import { InstancesRepository } from '../registry/instances.repository.js';

/** A server at the hub, as somebody's account there lists it. */
export interface HubServer {
  readonly machineIdentifier: string;
  /** The hub's number of the account that owns it, as text; null where the hub doesn't say. */
  readonly ownerId: string | null;
}

/** Who belongs to the household by the hub: people with a part in one of its servers. Source: doc 1 section 4, Hub sign-in. */
@Injectable()
export class HubMembersService {
  constructor(
    private readonly rows: InstancesRepository,
    private readonly holdings: HoldingsRepository,
    private readonly ports: PortRegistry,
  ) {}

  /**
   * The ids of the instances behind the hub whose server is one of these, as they are configured at this moment. A server is
   * known by its machine and its owner: the machine's identifier is no secret, and anybody can register a device of their own
   * under it. An instance without a recorded owner is nobody's.
   */
  async instancesOf(tx: ReadTx, servers: readonly HubServer[]): Promise<readonly string[]> {
    const rows = await this.rows.ofKind(tx, 'hub');
    const isOneOf = ({ machineIdentifier, owner }: NonNullable<(typeof rows)[number]['mediaServer']>): boolean =>
      servers.some((server) => server.machineIdentifier === machineIdentifier && server.ownerId === owner?.id);
    return rows.filter(({ mediaServer }) => mediaServer !== null && isOneOf(mediaServer)).map(({ id }) => id);
  }

  /** Is any server behind the hub configured? */
  async hasServers(tx: ReadTx): Promise<boolean> {
    return (await this.rows.ofKind(tx, 'hub')).length > 0;
  }

  /** Gives a new account the instances that it has a part in, in the write that makes it. */
  async admit(tx: WriteTx, signUp: HubSignUp): Promise<void> {
    await this.holdings.grantNewAccount(tx, signUp.userId, signUp.instanceIds);
    for (const links of this.ports.all(HUB_ACCOUNT_LINKS)) await links.addSignUp(tx, signUp);
  }
}
