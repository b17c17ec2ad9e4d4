import { Injectable } from '@nestjs/common';
import { type OutboundProxy, proxiedPath } from '../../../clients/outbound-proxy/outbound-proxy.js';
import { InjectLog } from '../../../core/core.module.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database } from '../../../core/database/database.js';
import { directPath, type NetworkPath } from '../../../core/http/network-path.js';
import { contactableUserAgent } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { Clock } from '../../../core/time/clock.js';
import { OutboundProxySettingService } from './outbound-proxy-setting.service.js';
import { ProviderContactService } from './provider-contact.service.js';

/** What is set of the way to outside providers. */
interface OutboundSettings {
  readonly proxy: OutboundProxy | null;
  readonly contact: string | null;
}

/** A path, and the proxy that it leads by. */
interface ProxiedPath {
  readonly proxy: OutboundProxy;
  readonly path: Promise<NetworkPath>;
}

/** How calls to outside providers are sent: by the outbound proxy if one is set, under a name by which the household can be reached. */
@Injectable()
export class ExternalNetworkService {
  private lastPath: ProxiedPath | null = null;
  private isContactMissed = false;
  private readonly current: CachedReading<OutboundSettings>;

  constructor(
    database: Database,
    private readonly setting: OutboundProxySettingService,
    private readonly contact: ProviderContactService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.current = new CachedReading(database, () =>
      database.read(async (tx) => ({
        proxy: await this.setting.current(tx),
        contact: await this.contact.current(tx),
      })),
    );
  }

  /** Not inside a transaction. @throws SecretUnreadable or StorageError 503: a proxy that was set up is never bypassed */
  async path(): Promise<NetworkPath> {
    const { proxy, contact } = await this.current.get();
    if (contact === null) this.missContact();
    return { ...(proxy ? await this.pathBy(proxy) : directPath), userAgent: contactableUserAgent(contact) };
  }

  private pathBy(proxy: OutboundProxy): Promise<NetworkPath> {
    if (!this.lastPath || !isSame(this.lastPath.proxy, proxy))
      this.lastPath = { proxy, path: proxiedPath(proxy, this.clock) };
    return this.lastPath.path;
  }

  private missContact(): void {
    if (this.isContactMissed) return;
    this.isContactMissed = true;
    this.log.warn(
      'providers do not learn how to reach you and may refuse calls: set PROVIDER_CONTACT or the external address',
    );
  }
}

function isSame(one: OutboundProxy, other: OutboundProxy): boolean {
  const samePassword =
    one.password && other.password ? one.password.equals(other.password) : !one.password && !other.password;
  return one.url === other.url && one.username === other.username && samePassword;
}
