import { Injectable } from '@nestjs/common';
import type { ManagedWebhook } from '../../../clients/servarr/managed-webhook.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';

/** Under which name people find our webhook among the manager's connections. Source: doc 3 section 3.3, Install. */
const MANAGED_NAME = 'Usher';

/** Under which address do managers reach this server? */
@Injectable()
export class CallbackAddressService {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  /**
   * Where an instance calls; null when that is unknown. Source: doc 3 section 3.3, callback URL.
   *
   * @param directOrigin the address by which the caller has reached this server; it counts where nothing is configured
   */
  of(instanceId: string, directOrigin: string | null): string | null {
    const origin = this.settings.arrCallbackUrl ?? directOrigin;
    return origin && `${origin}${this.pathOf(instanceId)}`;
  }

  /** The path of that, whichever the origin. */
  pathOf(instanceId: string): string {
    return `${this.settings.basePath}/api/webhooks/arr/${encodeURIComponent(instanceId)}`;
  }

  /**
   * What identifies the webhook of an instance among the manager's other connections; null where {@link of} is.
   *
   * @param allIds of the instances of its kind: two of them may be one manager, which then has a webhook for each
   */
  managed(instanceId: string, directOrigin: string | null, allIds: readonly string[]): ManagedWebhook | null {
    const url = this.of(instanceId, directOrigin);
    const others = allIds.filter((id) => id !== instanceId).flatMap((id) => this.of(id, directOrigin) ?? []);
    return url === null ? null : { name: MANAGED_NAME, otherName: `${MANAGED_NAME} (${instanceId})`, url, others };
  }
}
