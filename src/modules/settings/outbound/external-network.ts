import { Injectable } from '@nestjs/common';
import { directPath } from '../../../clients/http/direct-path.js';
import type { OutboundProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import { proxiedPath } from '../../../clients/outbound-proxy/proxied-path.js';
import { Database } from '../../../core/database/database.js';
import type { NetworkPath } from '../../../core/http/network-path.js';
import { Clock } from '../../../core/time/clock.js';
import { OutboundProxySetting } from './outbound-proxy-setting.js';

/** A path, and the proxy that it leads by. */
interface ProxiedPath {
  readonly proxy: OutboundProxy;
  readonly path: Promise<NetworkPath>;
}

/**
 * How do calls to outside providers leave the house? By the proxy that holds at this moment, else straight. What stands
 * in the house itself, such as library managers, is always reached straight. Source: doc 2 section 4, doc 3 section 2.3.
 */
@Injectable()
export class ExternalNetwork {
  private kept: ProxiedPath | null = null;

  constructor(
    private readonly database: Database,
    private readonly setting: OutboundProxySetting,
    private readonly clock: Clock,
  ) {}

  /**
   * The path for the next call: the setting is read anew for each. Not inside a transaction.
   *
   * @throws SecretUnreadable or StorageError 503: whoever has set a proxy up is not led past it
   */
  async path(): Promise<NetworkPath> {
    const proxy = await this.database.read((tx) => this.setting.current(tx));
    if (!proxy) return directPath;
    if (!this.kept || !isSame(this.kept.proxy, proxy)) this.kept = { proxy, path: proxiedPath(proxy, this.clock) };
    return this.kept.path;
  }
}

function isSame(one: OutboundProxy, other: OutboundProxy): boolean {
  const samePassword =
    one.password && other.password ? one.password.equals(other.password) : !one.password && !other.password;
  return one.url === other.url && one.username === other.username && samePassword;
}
