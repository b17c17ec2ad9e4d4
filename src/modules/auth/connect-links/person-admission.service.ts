import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { AccountProvisioningService } from '../../instances/instances.public.js';
import {
  type AdmittedPerson,
  PERSON_ADMISSION,
  type PersonAdmission,
  type PersonToAdmit,
} from '../../media-accounts/media-accounts.public.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { requireNewName } from '../accounts/account-name.js';
import { connectLink, linkOrigin, type LinkOrigin } from './connect-link.js';
import { ConnectTokenService } from './connect-token.service.js';

/** Admits people whose accounts on a media server are taken over. Somebody who is there already needs no link. */
@Injectable()
export class PersonAdmissionService implements OnModuleInit, PersonAdmission {
  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly accounts: AccountsRepository,
    private readonly provisioning: AccountProvisioningService,
    private readonly mint: ConnectTokenService,
    private readonly externalAddress: ExternalAddressRepository,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.ports.register(PERSON_ADMISSION, this);
  }

  async requireAddress(serverUrl: string): Promise<void> {
    await this.database.read((tx) => this.origin(tx, serverUrl));
  }

  async admit(tx: WriteTx, { name, serverUrl }: PersonToAdmit, by: ActingAdministrator): Promise<AdmittedPerson> {
    const known = await this.accounts.byUsername(tx, name);
    if (known) return { userId: known.id, username: known.username, invitation: null };
    if (name.trim() === '') throw badRequest('name required');
    await requireNewName(tx, this.accounts, name);
    const { origin, source: originSource } = await this.origin(tx, serverUrl);
    const { id: userId, username } = await this.provisioning.create(tx, { username: name, role: 'user' });
    const { token } = await this.mint.issue(tx, userId, by);
    const link = connectLink(token, origin + this.settings.basePath);
    return { userId, username, invitation: { link, originSource } };
  }

  private async origin(tx: ReadTx, serverUrl: string): Promise<LinkOrigin> {
    return linkOrigin(await this.externalAddress.get(tx), serverUrl);
  }
}
