import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SETUP_STEPS, type SetupStep } from '../../settings/settings.public.js';
import { PushClientService } from '../push/push-client.service.js';
import { WebPushSendingService } from '../web-push/web-push-sending.service.js';
import { WebPushSubscriptionsRepository } from '../web-push/web-push-subscriptions.repository.js';

/**
 * Can people be pushed to? With a gateway, or once the first browser is. Source: doc 3 section 2.3 (setup-status), issue 24 Web Push.
 */
@Injectable()
export class PushSetupService implements OnModuleInit, SetupStep {
  readonly key = 'push';
  readonly title = 'Send push messages';
  readonly description =
    'Over HTTPS everybody can turn on notifications for a browser in their profile. For apps on phones, name PUSH_GATEWAY_URL in ' +
    'the configuration; PUSH_API_KEY is only needed where the gateway has given you one.';
  readonly optional = true;

  constructor(
    private readonly ports: PortRegistry,
    private readonly clients: PushClientService,
    private readonly sending: WebPushSendingService,
    private readonly subscriptions: WebPushSubscriptionsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, this);
  }

  async isConfigured(tx: ReadTx): Promise<boolean> {
    return this.clients.isConfigured || (this.sending.isOn && (await this.subscriptions.isAny(tx)));
  }
}
