import { Injectable, type OnModuleInit } from '@nestjs/common';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import {
  ExternalAddressRepository,
  ProviderContactService,
  readExternalAddress,
  SETUP_STEPS,
} from '../../settings/settings.public.js';

/** Where an administrator looks at the address that links carry, and changes it. Source: doc 3 section 2.3. */
@Injectable()
export class ExternalAddressService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly address: ExternalAddressRepository,
    private readonly contact: ProviderContactService,
    private readonly ports: PortRegistry,
    @InjectSettings() private readonly settings: Pick<Settings, 'basePath'>,
  ) {}

  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, {
      key: 'provider_contact',
      title: 'Tell providers how to reach you',
      description:
        'Outside providers ask who calls them, and may refuse those who do not say. Set PROVIDER_CONTACT to a mail address, or ' +
        'the external address of this server.',
      optional: true,
      isConfigured: async (tx) => (await this.contact.current(tx)) !== null,
    });
  }

  /** The address, or null while none is configured. */
  current(): Promise<string | null> {
    return this.database.read((tx) => this.address.get(tx));
  }

  /**
   * Keeps what was typed, normalised, and answers it; an empty one clears.
   *
   * @throws AppError 400 for anything but a plain http or https address, and for a path other than BASE_PATH; 401 and 403 when they may not any more
   */
  async change(admin: Privileged, typed: string): Promise<string | null> {
    const address = readExternalAddress(typed, this.settings.basePath);
    await privilegedWrite(this.database, admin, (tx) => this.address.set(tx, address));
    return address;
  }
}
