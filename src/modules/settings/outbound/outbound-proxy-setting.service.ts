import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { OutboundProxy } from '../../../clients/outbound-proxy/outbound-proxy.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin, parsedUrl } from '../../../core/text/urls.js';
import { defineSecretSetting, SecretSettingsRepository } from '../secret-settings.repository.js';
import { defineSetting, SettingsRepository } from '../settings.repository.js';

const LONGEST_URL = 2048;
const LONGEST_TEXT = 255;
const CONTROL = /\p{Cc}/u;

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

/** A proxy as somebody has typed it. */
export interface TypedProxy {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Which proxy do calls to outside providers take? */
@Injectable()
export class OutboundProxySettingService {
  constructor(
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
  ) {}

  /** What is stored. The password is not opened for it. */
  async get(tx: ReadTx): Promise<KnownProxy> {
    return { ...(await this.store.get(tx, PROXY)), hasPassword: await this.secrets.isStored(tx, PASSWORD) };
  }

  /** The proxy with its password; null while there is none. @throws SecretUnreadable 503 when the password can't be opened */
  async current(tx: ReadTx): Promise<OutboundProxy | null> {
    const { url, username } = await this.store.get(tx, PROXY);
    return url === '' ? null : { url, username, password: await this.secrets.get(tx, PASSWORD) };
  }

  /**
   * Without a password, an input of the stored user name takes the stored one.
   * @throws AppError 400 where it would go to another origin; SecretUnreadable 503 when it can't be opened
   */
  async complete(tx: ReadTx, input: OutboundProxy): Promise<OutboundProxy> {
    return (await this.keepsPassword(tx, input)) ? { ...input, password: await this.secrets.get(tx, PASSWORD) } : input;
  }

  /** Null forgets proxy and password. @throws AppError 400 where the stored password would go to another origin */
  async save(tx: WriteTx, input: OutboundProxy | null): Promise<void> {
    const keepsPassword = input !== null && (await this.keepsPassword(tx, input));
    if (!keepsPassword) await this.secrets.remove(tx, PASSWORD);
    if (input === null) return this.store.remove(tx, PROXY);
    await this.store.set(tx, PROXY, { url: input.url, username: input.username });
    if (input.password) await this.secrets.set(tx, PASSWORD, input.password);
  }

  /** A stored password goes to no other proxy than the one that it was stored for. */
  private async keepsPassword(tx: ReadTx, { url, username, password }: OutboundProxy): Promise<boolean> {
    const stored = await this.get(tx);
    if (password !== null || !stored.hasPassword || stored.username !== username) return false;
    if (!isSameOrigin(url, stored.url))
      throw badRequest('proxy_password_required', 'password is required when the address changes');
    return true;
  }
}

/**
 * The typed proxy, its address normalised; null for an empty address.
 * @throws AppError 400 for anything but a plain http or https address, and for a name or password that no proxy could be given
 */
export function readOutboundProxy({ url, username, password }: TypedProxy): OutboundProxy | null {
  const text = url.trim();
  if (text === '') return null;
  const address = text.length <= LONGEST_URL ? parsedUrl(text) : null;
  const isPlain = address && ['http:', 'https:'].includes(address.protocol) && address.href === `${address.origin}/`;
  if (!isPlain)
    throw badRequest(
      'invalid_proxy_address',
      'url must be the http or https address of a proxy, without credentials or a path',
    );
  // Basic credentials part at the first colon. Source: RFC 7617 section 2.
  if (username.includes(':')) throw badRequest('colon_in_username', 'username must not contain a colon');
  for (const [name, value] of Object.entries({ username, password })) {
    const refusal = `${name} must be at most ${LONGEST_TEXT} characters without control characters`;
    if (value.length > LONGEST_TEXT) throw badRequest('too_long', refusal, { name, most: LONGEST_TEXT });
    if (CONTROL.test(value)) throw badRequest('unprintable', refusal, { name });
  }
  return { url: address.origin, username, password: password === '' ? null : Secret.of(password) };
}
