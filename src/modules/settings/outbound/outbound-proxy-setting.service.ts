import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { OutboundProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { isSameOrigin } from '../../../core/text/urls.js';
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

/** Which proxy do calls to outside providers take? Source: doc 3 section 2.3. */
@Injectable()
export class OutboundProxySettingService {
  constructor(
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
  ) {}

  /** What is stored. The password is not opened for it. */
  async known(tx: ReadTx): Promise<KnownProxy> {
    return { ...(await this.store.get(tx, PROXY)), hasPassword: await this.secrets.isStored(tx, PASSWORD) };
  }

  /**
   * The proxy with its password; null while there is none.
   *
   * @throws SecretUnreadable 503 when the password can't be opened
   */
  async current(tx: ReadTx): Promise<OutboundProxy | null> {
    const { url, username } = await this.store.get(tx, PROXY);
    return url === '' ? null : { url, username, password: await this.secrets.get(tx, PASSWORD) };
  }

  /**
   * Completes an input: without a password it takes the stored one, where the user name is the stored one.
   *
   * @throws AppError 400 where it would go to another origin; SecretUnreadable 503 when it can't be opened
   */
  async completed(tx: ReadTx, input: OutboundProxy): Promise<OutboundProxy> {
    return (await this.keepsPassword(tx, input)) ? { ...input, password: await this.secrets.get(tx, PASSWORD) } : input;
  }

  /**
   * Stores the completed input; null forgets the proxy with its password.
   *
   * @throws AppError 400 where the stored password would go to another origin
   */
  async save(tx: WriteTx, input: OutboundProxy | null): Promise<void> {
    const keepsPassword = input !== null && (await this.keepsPassword(tx, input));
    if (!keepsPassword) await this.secrets.remove(tx, PASSWORD);
    if (input === null) return this.store.remove(tx, PROXY);
    await this.store.set(tx, PROXY, { url: input.url, username: input.username });
    if (input.password) await this.secrets.set(tx, PASSWORD, input.password);
  }

  /** A stored password goes to no other proxy than the one that it was stored for: security 33. */
  private async keepsPassword(tx: ReadTx, { url, username, password }: OutboundProxy): Promise<boolean> {
    const stored = await this.known(tx);
    if (password !== null || !stored.hasPassword || stored.username !== username) return false;
    if (!isSameOrigin(url, stored.url)) throw badRequest('password is required when the address changes');
    return true;
  }
}
