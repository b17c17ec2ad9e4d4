import { Injectable } from '@nestjs/common';
import { PushGatewayClient, PushMessage, PushOutcome } from '../../../clients/push-gateway/push-gateway.client.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { PushKeyService } from './push-key.service.js';
import { type PushTarget, PushTokensRepository, type UnreportedDevice } from './push-tokens.repository.js';
import { pushNotConfigured } from './push.errors.js';

interface Sending {
  /** The same for all attempts of one message. */
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal;
}

/**
 * Nothing of it may be called inside a transaction.
 * @throws AppError 503 where no gateway is configured, and what the storage throws; UpstreamError for everything but an affirmed answer
 */
@Injectable()
export class PushGatewayService {
  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'pushGatewayUrl'>,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly keys: PushKeyService,
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
  ) {}

  get isConfigured(): boolean {
    return this.settings.pushGatewayUrl !== undefined;
  }

  /** Sends a message to at least one device, and forgets the tokens that the gateway says are good no more. */
  async send(targets: readonly PushTarget[], message: PushMessage, sending: Sending): Promise<PushOutcome> {
    const { client, key } = await this.gateway();
    const outcome = await client.notify(key, targets, message, sending);
    const pruned = new Set(outcome.results.filter((result) => result.pruned).map(({ deviceId }) => deviceId));
    const gone = targets.filter(({ deviceId }) => pruned.has(deviceId));
    if (gone.length > 0) {
      await this.database.write(async (tx) => {
        for (const target of gone) await this.tokens.forget(tx, target);
      });
    }
    return outcome;
  }

  /** A device that it refuses counts as told: a message names its token all the same. */
  async tell(device: UnreportedDevice, signal: AbortSignal): Promise<void> {
    const { client, key } = await this.gateway();
    try {
      if (device.token === null) await client.unregister(key, device.deviceId, signal);
      else await client.register(key, device, signal);
    } catch (fault) {
      if (!(fault instanceof UpstreamError) || fault.kind !== 'rejected') throw fault;
    }
  }

  private async gateway(): Promise<{ readonly client: PushGatewayClient; readonly key: Secret }> {
    const { pushGatewayUrl: url } = this.settings;
    if (url === undefined) throw pushNotConfigured();
    const { clock, log, meter } = this;
    const client = new PushGatewayClient({ url, clock, log, meter, path: () => this.network.path() });
    return { client, key: await this.keys.current(url, (idempotencyKey) => client.enroll({ idempotencyKey })) };
  }
}
