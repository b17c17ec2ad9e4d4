import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import {
  ExternalAddressRepository,
  ExternalNetworkService,
  type KnownProxy,
  readExternalAddress,
  readOutboundProxy,
  SETUP_STEPS,
  type TypedProxy,
} from '../../settings/settings.public.js';
import { proxyAddressRequired, proxyTestFailed } from '../administration.errors.js';

/** Reads, changes and tests how the server is reached from outside, and by which proxy it calls providers. */
@Injectable()
export class NetworkService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly addresses: ExternalAddressRepository,
    private readonly network: ExternalNetworkService,
    private readonly ports: PortRegistry,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, {
      key: 'provider_contact',
      title: 'Tell providers how to reach you',
      description:
        'Outside providers ask who calls them, and may refuse those who do not say. Set PROVIDER_CONTACT to a mail address, or ' +
        'the external address of this server.',
      optional: true,
      isConfigured: async (tx) => (await this.network.contact(tx)) !== null,
    });
  }

  address(): Promise<string | null> {
    return this.database.read((tx) => this.addresses.get(tx));
  }

  /** An empty text clears. @throws AppError 400 for anything but a plain http or https address with the path BASE_PATH; 401 and 403 */
  async changeAddress(admin: Privileged, typed: string): Promise<string | null> {
    const address = readExternalAddress(typed, this.settings.basePath);
    await privilegedWrite(this.database, admin, (tx) => this.addresses.set(tx, address));
    return address;
  }

  proxy(): Promise<KnownProxy> {
    return this.database.read((tx) => this.network.proxy(tx));
  }

  /**
   * An empty address clears; a blank password keeps the stored one for the same user name and origin.
   * @throws AppError 400 for what is no proxy, and where the stored password would go to another address; 401 and 403
   */
  changeProxy(admin: Privileged, typed: TypedProxy): Promise<KnownProxy> {
    const input = readOutboundProxy(typed);
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.network.saveProxy(tx, input);
      return this.network.proxy(tx);
    });
  }

  /** Nothing is stored. @throws AppError 400 for what is no proxy and for one that doesn't lead to the metadata provider */
  async testProxy(typed: TypedProxy): Promise<void> {
    const input = readOutboundProxy(typed);
    if (!input) throw proxyAddressRequired();
    const proxy = await this.database.read((tx) => this.network.completeProxy(tx, input));
    try {
      await checkProxy(proxy, { target: this.settings.metadataUrl, clock: this.clock, log: this.log });
    } catch (fault) {
      throw fault instanceof UpstreamError ? proxyTestFailed(fault) : fault;
    }
  }
}
