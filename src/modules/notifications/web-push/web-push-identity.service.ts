import { Injectable } from '@nestjs/common';
import { drawVapidKey } from '../../../clients/web-push/vapid-key.js';
import { vapidSubject } from '../../../clients/web-push/vapid-subject.js';
import type { WebPushSender } from '../../../clients/web-push/web-push.client.js';
import { Database } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSecretSetting,
  ProviderContactService,
  SecretSettingsRepository,
} from '../../settings/settings.public.js';

/** Source: issue 24, Web Push. */
const KEY = defineSecretSetting('web_push_key');

/**
 * As whom does this server send to browsers? The key is drawn with the first question and stays for ever, since every
 * subscription is bound to it: one that can't be opened is never replaced.
 */
@Injectable()
export class WebPushIdentityService {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretSettingsRepository,
    private readonly contact: ProviderContactService,
    private readonly random: Random,
  ) {}

  /** The key. Not inside a transaction. @throws SecretUnreadable 503 */
  async key(): Promise<Secret> {
    const kept = await this.database.read((tx) => this.secrets.get(tx, KEY));
    return kept ?? this.drawn();
  }

  /**
   * As whom to send to a browser. Not inside a transaction.
   *
   * @param site the https origin of the page that has registered the browser; null for none
   * @throws SecretUnreadable 503
   */
  async sender(site: string | null): Promise<WebPushSender> {
    const contact = await this.database.read((tx) => this.contact.current(tx));
    return { key: await this.key(), subject: vapidSubject([contact, site]) };
  }

  /** Of two processes on one database one draws. */
  private drawn(): Promise<Secret> {
    return this.database.write(async (tx) => {
      const kept = await this.secrets.get(tx, KEY);
      if (kept) return kept;
      const key = drawVapidKey(this.random);
      await this.secrets.set(tx, KEY, key);
      return key;
    });
  }
}
