import { drawVapidKey, vapidPublicKey, vapidSubject } from '../../../clients/web-push/vapid-key.js';
import { Injectable } from '@nestjs/common';
import { readPushEndpoint } from '../../../clients/web-push/push-endpoint.js';
import {
  WebPushClient,
  type WebPushMessage,
  type WebPushSender,
  type PushServiceAnswer,
} from '../../../clients/web-push/web-push.client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSecretSetting,
  ExternalNetworkService,
  SecretSettingsRepository,
} from '../../settings/settings.public.js';
import { webPushOff } from '../push/push.errors.js';
import type { BrowserSubscription } from './web-push-subscriptions.repository.js';

/** `host_refused`: WEB_PUSH_HOSTS names the browser's push service no longer, and nothing was sent. */
export type WebPushOutcome = PushServiceAnswer | { readonly kind: 'host_refused' };

const KEY = defineSecretSetting('web_push_key');

/**
 * Nothing of it may be called inside a transaction. The key is drawn with the first question and stays for ever, since every subscription
 * is bound to it: one that can't be opened is never replaced.
 */
@Injectable()
export class WebPushSendingService {
  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'webPushHosts'>,
    private readonly database: Database,
    private readonly secrets: SecretSettingsRepository,
    private readonly random: Random,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  get isOn(): boolean {
    return this.settings.webPushHosts.length > 0;
  }

  /** What browsers subscribe with: the uncompressed point of the key, in base64url. @throws AppError 503 where it is off */
  async publicKey(): Promise<string> {
    if (!this.isOn) throw webPushOff();
    return vapidPublicKey(await this.key());
  }

  /**
   * Makes one attempt to send a message to a browser, within 10 seconds.
   * @throws AppError 503 while the key or the outbound proxy can't be read, and for what our own storage throws: nothing was sent
   */
  async send(
    { endpoint, p256dh, auth, site }: BrowserSubscription,
    message: WebPushMessage,
    signal?: AbortSignal,
  ): Promise<WebPushOutcome> {
    const address = readPushEndpoint(endpoint.reveal(), this.settings.webPushHosts);
    if ('refused' in address) return { kind: 'host_refused' };
    const sender = await this.sender(site);
    const { clock, log, meter } = this;
    const client = new WebPushClient({ clock, log, meter, path: () => this.network.path() });
    return client.send({ endpoint: address, p256dh, auth }, message, { ...sender, signal });
  }

  /** @param site the https origin of the page that has registered the browser; null for none @throws SecretUnreadable 503 */
  async sender(site: string | null): Promise<WebPushSender> {
    const contact = await this.database.read((tx) => this.network.contact(tx));
    return { key: await this.key(), subject: vapidSubject([contact, site]) };
  }

  /** @throws SecretUnreadable 503 */
  async key(): Promise<Secret> {
    const kept = await this.database.read((tx) => this.secrets.get(tx, KEY));
    return kept ?? this.drawKey();
  }

  /** Of two processes on one database one draws. */
  private drawKey(): Promise<Secret> {
    return this.database.write(async (tx) => {
      const kept = await this.secrets.get(tx, KEY);
      if (kept) return kept;
      const key = drawVapidKey(this.random);
      await this.secrets.set(tx, KEY, key);
      return key;
    });
  }
}
