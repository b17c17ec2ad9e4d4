import { Injectable } from '@nestjs/common';
import { PushGatewayClient, PushMessage, PushOutcome } from '../../../clients/push-gateway/push-gateway.client.js';
import { z } from 'zod';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSecretSetting,
  defineSetting,
  ExternalNetworkService,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';
import { type PushTarget, PushTokensRepository, type UnreportedDevice } from './push-tokens.repository.js';
import { pushNotConfigured } from './push.errors.js';

const KEY = defineSecretSetting('push_api_key');

/** At which gateway this server has enrolled, or is about to. */
const ENROLMENT = defineSetting({
  key: 'push_enrolment',
  schema: z.object({ url: z.string() }),
  fallback: { url: '' },
});

/** Of an enrolment that has brought no key yet. Sealed like the key: a gateway answers whoever repeats it with the key. */
const ATTEMPT = defineSecretSetting('push_enrolment_attempt');

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
  private readonly enrolments = new SingleFlight<string, Secret>();

  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'pushGatewayUrl' | 'pushApiKey'>,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
    private readonly random: Random,
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
    return { client, key: await this.key(client, url) };
  }

  /**
   * PUSH_API_KEY, else the one that a single enrolment has brought, which is sealed and goes to no other gateway. An enrolment has no lease:
   * two processes make the same one under the same Idempotency-Key, and the first answer that is kept is the key of all.
   */
  private async key(client: PushGatewayClient, url: string): Promise<Secret> {
    const { pushApiKey } = this.settings;
    if (pushApiKey !== undefined) return pushApiKey;
    const kept = await this.database.read((tx) => this.savedKey(tx, url));
    return kept ?? this.enrolments.run(url, () => this.enrol(client, url));
  }

  private async savedKey(tx: ReadTx, url: string): Promise<Secret | null> {
    const enrolment = await this.store.get(tx, ENROLMENT);
    return isOf(enrolment.url, url) ? this.secrets.get(tx, KEY) : null;
  }

  private async enrol(client: PushGatewayClient, url: string): Promise<Secret> {
    const begun = await this.begin(url);
    if ('key' in begun) return begun.key;
    const key = await client.enroll({ idempotencyKey: begun.attempt });
    return this.database.write(async (tx) => {
      const first = await this.savedKey(tx, url);
      if (first) return first;
      // Another process may have been started with another gateway meanwhile: that one gets no key of this one.
      if (!isOf((await this.store.get(tx, ENROLMENT)).url, url)) return key;
      await this.secrets.set(tx, KEY, key);
      await this.secrets.remove(tx, ATTEMPT);
      return key;
    });
  }

  /** The same attempt is made again after one that failed, so that an answer that was lost doesn't enrol twice. */
  private begin(url: string): Promise<{ readonly key: Secret } | { readonly attempt: Secret }> {
    return this.database.write(async (tx) => {
      const key = await this.savedKey(tx, url);
      if (key) return { key };
      const known = await this.store.get(tx, ENROLMENT);
      const isSame = isOf(known.url, url);
      const begun = isSame ? await this.secrets.get(tx, ATTEMPT) : null;
      const attempt = begun ?? Secret.of(this.random.uuid());
      if (!isSame) await this.secrets.remove(tx, KEY);
      if (!begun) await this.secrets.set(tx, ATTEMPT, attempt);
      await this.store.set(tx, ENROLMENT, { url });
      return { attempt };
    });
  }
}

const isOf = (enrolledAt: string, url: string): boolean => enrolledAt !== '' && isSameOrigin(enrolledAt, url);
