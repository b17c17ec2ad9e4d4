import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';

/** Under which address do managers reach this server? */
@Injectable()
export class CallbackAddress {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  /**
   * Where an instance calls; null where that can't be told. Source: doc 3 section 3.3, callback URL.
   *
   * @param directOrigin under which address whoever asks has reached this server; it counts where nothing is configured
   */
  of(instanceId: string, directOrigin: string | null): string | null {
    const { arrCallbackUrl, basePath } = this.settings;
    const origin = arrCallbackUrl ?? directOrigin;
    return origin && `${origin}${basePath}/api/webhooks/arr/${encodeURIComponent(instanceId)}`;
  }
}
