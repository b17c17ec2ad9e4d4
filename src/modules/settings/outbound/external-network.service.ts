import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type OutboundProxy, proxiedPath } from '../../../clients/outbound-proxy/outbound-proxy.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { directPath, type NetworkPath } from '../../../core/http/network-path.js';
import { contactableUserAgent } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { isSameOrigin, parsedUrl } from '../../../core/text/urls.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalAddressRepository } from '../external-address.repository.js';
import { defineSecretSetting, SecretSettingsRepository } from '../secret-settings.repository.js';
import { defineSetting, SettingsRepository } from '../settings.repository.js';

const PROXY = defineSetting({
  key: 'outbound_proxy',
  schema: z.object({ url: z.string(), username: z.string() }),
  fallback: { url: '', username: '' },
});
const PASSWORD = defineSecretSetting('outbound_proxy_password');

/** The proxy as administrators see it; `url` is empty while there is none. */
export interface KnownProxy {
  readonly url: string;
  readonly username: string;
  readonly hasPassword: boolean;
}

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
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
    private readonly addresses: ExternalAddressRepository,
    @InjectSettings() private readonly settings: Pick<Settings, 'providerContact'>,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
  ) {
    this.current = new CachedReading(database, () =>
      database.read(async (tx) => ({
        proxy: await this.openedProxy(tx),
        contact: await this.contact(tx),
      })),
    );
  }

  /** Not inside a transaction. @throws SecretUnreadable or StorageError 503: a proxy that was set up is never bypassed */
  async path(): Promise<NetworkPath> {
    const { proxy, contact } = await this.current.get();
    if (contact === null) this.missContact();
    return { ...(proxy ? await this.pathBy(proxy) : directPath), userAgent: contactableUserAgent(contact) };
  }

  /** PROVIDER_CONTACT, else scheme, host and port of the external address, fit for a header; null while neither is set. */
  async contact(tx: ReadTx): Promise<string | null> {
    const { providerContact } = this.settings;
    if (providerContact !== undefined) return providerContact;
    const address = await this.addresses.get(tx);
    return address === null ? null : (parsedUrl(address)?.origin ?? null);
  }

  /** What is stored. The password is not opened for it. */
  async proxy(tx: ReadTx): Promise<KnownProxy> {
    return { ...(await this.store.get(tx, PROXY)), hasPassword: await this.secrets.isStored(tx, PASSWORD) };
  }

  /** The proxy with its password; null while there is none. @throws SecretUnreadable 503 when the password can't be opened */
  private async openedProxy(tx: ReadTx): Promise<OutboundProxy | null> {
    const { url, username } = await this.store.get(tx, PROXY);
    return url === '' ? null : { url, username, password: await this.secrets.get(tx, PASSWORD) };
  }

  /**
   * Without a password, an input of the stored user name takes the stored one.
   * @throws AppError 400 where it would go to another origin; SecretUnreadable 503 when it can't be opened
   */
  async completeProxy(tx: ReadTx, input: OutboundProxy): Promise<OutboundProxy> {
    return (await this.keepsPassword(tx, input)) ? { ...input, password: await this.secrets.get(tx, PASSWORD) } : input;
  }

  /** Null forgets proxy and password. @throws AppError 400 where the stored password would go to another origin */
  async saveProxy(tx: WriteTx, input: OutboundProxy | null): Promise<void> {
    const keepsPassword = input !== null && (await this.keepsPassword(tx, input));
    if (!keepsPassword) await this.secrets.remove(tx, PASSWORD);
    if (input === null) return this.store.remove(tx, PROXY);
    await this.store.set(tx, PROXY, { url: input.url, username: input.username });
    if (input.password) await this.secrets.set(tx, PASSWORD, input.password);
  }

  /** A stored password goes to no other proxy than the one that it was stored for. */
  private async keepsPassword(tx: ReadTx, { url, username, password }: OutboundProxy): Promise<boolean> {
    const stored = await this.proxy(tx);
    if (password !== null || !stored.hasPassword || stored.username !== username) return false;
    if (!isSameOrigin(url, stored.url))
      throw badRequest('proxy_password_required', 'password is required when the address changes');
    return true;
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
