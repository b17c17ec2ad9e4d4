import { Injectable } from '@nestjs/common';
import { checkProxy, type OutboundProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import {
  type KnownProxy,
  OutboundProxySettingService,
  readOutboundProxy,
  type TypedProxy,
} from '../../settings/settings.public.js';
import { proxyAddressRequired, proxyTestFailed } from '../administration.errors.js';

/** Reads, changes and tests the outbound proxy for administrators. Source: doc 3 section 2.3. */
@Injectable()
export class OutboundProxyService {
  constructor(
    private readonly database: Database,
    private readonly proxy: OutboundProxySettingService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** What is stored, without the password. */
  current(): Promise<KnownProxy> {
    return this.database.read((tx) => this.proxy.known(tx));
  }

  /**
   * Keeps what was typed and answers it; an empty address clears. A blank password keeps the stored one while the
   * user name stays, on the same origin. It counts from the next call to a provider on.
   *
   * @throws AppError 400 for what is no proxy, and where the stored password would go to another address; 401 and 403
   * when they may not any more
   */
  change(admin: Privileged, typed: TypedProxy): Promise<KnownProxy> {
    const input = readOutboundProxy(typed);
    return privilegedWrite(this.database, admin, async (tx) => {
      await this.proxy.save(tx, input);
      return this.proxy.known(tx);
    });
  }

  /**
   * Resolves when the metadata provider's address answers by way of the proxy that {@link change} would store. Nothing
   * is stored.
   *
   * @throws AppError 400 for what is no proxy and for one that leads nowhere, with the reason
   */
  async test(typed: TypedProxy): Promise<void> {
    const input = readOutboundProxy(typed);
    if (!input) throw proxyAddressRequired();
    const proxy = await this.database.read((tx) => this.proxy.completed(tx, input));
    await this.dial(proxy);
  }

  private async dial(proxy: OutboundProxy): Promise<void> {
    try {
      await checkProxy(proxy, { target: this.settings.metadataUrl, clock: this.clock, log: this.log });
    } catch (fault) {
      throw fault instanceof UpstreamError ? proxyTestFailed(fault) : fault;
    }
  }
}
