import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Settings } from '../../../core/config/settings.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { temporarilyUnavailable } from '../../../core/errors/app-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSecretSetting,
  defineSetting,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';

/** Longer than an enrolment may take. */
const LEASE_MS = 60_000;

/** Source: doc 3 section 9.3, settings keys. */
const KEY = defineSecretSetting('push_api_key');

/**
 * The enrolment that has brought the key, or is to bring it: at which gateway, under which Idempotency-Key, and until when
 * one process has it in hand.
 */
const ENROLMENT = defineSetting({
  key: 'push_enrolment',
  schema: z.object({ url: z.string(), attempt: z.string(), leaseUntil: z.number() }),
  fallback: { url: '', attempt: '', leaseUntil: 0 },
});

/** Makes this server known to the gateway under an Idempotency-Key. */
type Enrol = (idempotencyKey: string) => Promise<Secret>;

/**
 * By which key does this server speak to the push gateway? PUSH_API_KEY, else the one that a single enrolment has brought, which
 * is kept sealed and goes to no other gateway than the one that gave it. Source: issue 24 Push, security 33.
 */
@Injectable()
export class PushKeyService {
  private readonly enrolments = new SingleFlight<string, Secret>();

  constructor(
    @InjectSettings() private readonly settings: Pick<Settings, 'pushApiKey'>,
    private readonly database: Database,
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * The key for the gateway at this address; where there is none yet, it is enrolled for one. Not inside a transaction.
   *
   * @throws what `enrol` throws; AppError 503 while another process enrols; SecretUnreadable 503
   */
  async current(url: string, enrol: Enrol): Promise<Secret> {
    const { pushApiKey } = this.settings;
    if (pushApiKey !== undefined) return pushApiKey;
    const kept = await this.database.read((tx) => this.kept(tx, url));
    return kept ?? this.enrolments.run(url, () => this.enrolled(url, enrol));
  }

  private async kept(tx: ReadTx, url: string): Promise<Secret | null> {
    const enrolment = await this.store.get(tx, ENROLMENT);
    return isOf(enrolment.url, url) ? this.secrets.get(tx, KEY) : null;
  }

  private async enrolled(url: string, enrol: Enrol): Promise<Secret> {
    const begun = await this.begin(url);
    if ('key' in begun) return begun.key;
    try {
      const key = await enrol(begun.attempt);
      await this.database.write((tx) => this.secrets.set(tx, KEY, key));
      return key;
    } finally {
      await this.release(begun.attempt);
    }
  }

  /** The same attempt is made again after one that failed, so that an answer that was lost doesn't enrol twice. */
  private begin(url: string): Promise<{ readonly key: Secret } | { readonly attempt: string }> {
    return this.database.write(async (tx) => {
      const key = await this.kept(tx, url);
      if (key) return { key };
      const known = await this.store.get(tx, ENROLMENT);
      const isSame = isOf(known.url, url);
      const now = this.clock.now();
      if (isSame && known.leaseUntil > now) throw temporarilyUnavailable(new Error('another process enrols'));
      const attempt = isSame ? known.attempt : this.random.uuid();
      if (!isSame) await this.secrets.remove(tx, KEY);
      await this.store.set(tx, ENROLMENT, { url, attempt, leaseUntil: now + LEASE_MS });
      return { attempt };
    });
  }

  private release(attempt: string): Promise<void> {
    return this.database.write(async (tx) => {
      const known = await this.store.get(tx, ENROLMENT);
      if (known.attempt === attempt) await this.store.set(tx, ENROLMENT, { ...known, leaseUntil: 0 });
    });
  }
}

const isOf = (enrolledAt: string, url: string): boolean => enrolledAt !== '' && isSameOrigin(enrolledAt, url);
