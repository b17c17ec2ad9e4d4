import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Settings } from '../../../core/config/settings.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSecretSetting,
  defineSetting,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';

const KEY = defineSecretSetting('push_api_key');

/** At which gateway this server has enrolled, or is about to. */
const ENROLMENT = defineSetting({
  key: 'push_enrolment',
  schema: z.object({ url: z.string() }),
  fallback: { url: '' },
});

/** Of an enrolment that has brought no key yet. Sealed like the key: a gateway answers whoever repeats it with the key. */
const ATTEMPT = defineSecretSetting('push_enrolment_attempt');

type Enrol = (idempotencyKey: Secret) => Promise<Secret>;

/**
 * PUSH_API_KEY, else the one that a single enrolment has brought, which is sealed and goes to no other gateway. An enrolment has no lease:
 * two processes make the same one under the same Idempotency-Key, and the first answer that is kept is the key of all.
 */
@Injectable()
export class PushKeyService {
  private readonly enrolments = new SingleFlight<string, Secret>();

  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'pushApiKey'>,
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
    private readonly random: Random,
  ) {}

  /** Where there is none yet, it is enrolled for one. Not inside a transaction. @throws what `enrol` throws; SecretUnreadable 503 */
  async current(url: string, enrol: Enrol): Promise<Secret> {
    const { pushApiKey } = this.settings;
    if (pushApiKey !== undefined) return pushApiKey;
    const kept = await this.database.read((tx) => this.savedKey(tx, url));
    return kept ?? this.enrolments.run(url, () => this.enrol(url, enrol));
  }

  private async savedKey(tx: ReadTx, url: string): Promise<Secret | null> {
    const enrolment = await this.store.get(tx, ENROLMENT);
    return isOf(enrolment.url, url) ? this.secrets.get(tx, KEY) : null;
  }

  private async enrol(url: string, enrol: Enrol): Promise<Secret> {
    const begun = await this.begin(url);
    if ('key' in begun) return begun.key;
    const key = await enrol(begun.attempt);
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
