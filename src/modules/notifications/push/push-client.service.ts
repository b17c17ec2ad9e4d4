import { Injectable } from '@nestjs/common';
import { PushGatewayClient } from '../../../clients/push-gateway/push-gateway.client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { pushNotConfigured } from './push.errors.js';

/** Is there a push gateway, and what speaks to it? */
@Injectable()
export class PushClientService {
  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'pushGatewayUrl'>,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  get isConfigured(): boolean {
    return this.settings.pushGatewayUrl !== undefined;
  }

  /**
   * A client of the gateway, and the gateway's address.
   *
   * @throws AppError 503 "push not configured"
   */
  current(): { readonly client: PushGatewayClient; readonly url: string } {
    const { pushGatewayUrl: url } = this.settings;
    if (url === undefined) throw pushNotConfigured();
    const { clock, log, meter } = this;
    return { client: new PushGatewayClient({ url, clock, log, meter, path: () => this.network.path() }), url };
  }
}
