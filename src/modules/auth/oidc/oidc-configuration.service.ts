import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { AppError, badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { CHILDREN_MAY_SIGN_UP, SIGN_UP_WAYS, type SignUpWay } from '../../content-policy/content-policy.public.js';
import {
  AccountsRepository,
  ContentPoliciesRepository,
  DevicesRepository,
  publishRevoked,
} from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import { callbackUrl, isSwitchedOn, type OidcConfig } from './oidc-config.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { externalAddressMissing, localAdminRequired, testRequired } from './oidc.errors.js';

export interface KnownOidcConfig {
  readonly config: OidcConfig;
  readonly ssoOnly: boolean;
  readonly hasSecret: boolean;
  readonly isTested: boolean;
  /** Null while there is no external address for it. */
  readonly callbackUrl: string | null;
  /** What children can still do by it, in words; null where there is nothing to say. */
  readonly warning: string | null;
}

export interface OidcConfigInput {
  readonly config: OidcConfig;
  readonly ssoOnly: boolean;
  /** Null forgets the stored one, undefined keeps it. */
  readonly clientSecret: Secret | null | undefined;
}

/** What clients need to know about single sign-on before a sign-in. Absent members don't apply. */
export interface OidcStatus {
  readonly available?: true;
  readonly provider?: string;
  readonly only?: true;
  readonly origin?: string;
  readonly error?: string;
}

@Injectable()
export class OidcConfigurationService implements OnModuleInit, SignUpWay {
  private readonly currentStatus: CachedReading<OidcStatus>;

  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly ssoOnly: SsoOnlyService,
    private readonly accounts: AccountsRepository,
    private readonly policies: ContentPoliciesRepository,
    private readonly devices: DevicesRepository,
    private readonly attempts: AttemptsService,
    private readonly providers: OidcProvidersService,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
  ) {
    this.currentStatus = new CachedReading(database, () => database.read((tx) => this.readStatus(tx)));
  }

  onModuleInit(): void {
    this.ports.register(SIGN_UP_WAYS, this);
  }

  async makesAccounts(tx: ReadTx): Promise<boolean> {
    const config = await this.configs.config(tx);
    return isSwitchedOn(config) && config.autoCreate;
  }

  /** @throws StorageError 503; settings that can't be read are an error to show, and no fault of the call */
  async status(): Promise<OidcStatus> {
    try {
      return await this.currentStatus.get();
    } catch (fault) {
      if (!(fault instanceof AppError) || fault instanceof StorageError) throw fault;
      return { error: 'the settings of single sign-on can not be read' };
    }
  }

  get(): Promise<KnownOidcConfig> {
    return this.database.read((tx) => this.read(tx));
  }

  /**
   * Turning `ssoOnly` on ends what members have signed in by other ways, in the same write. @throws AppError 400 where the stored secret
   * would go to another origin, `ssoOnly` was not tested or no administrator has a password; 503 without an external address; 401 and 403
   */
  async save(admin: Privileged, input: OidcConfigInput): Promise<KnownOidcConfig> {
    const { ended, known } = await privilegedWrite(this.database, admin, async (tx) => {
      await this.requireSecretStays(tx, input);
      if (input.config.enabled && (await this.configs.base(tx)) === null) throw externalAddressMissing();
      await this.configs.save(tx, input.config, input.clientSecret);
      return { ended: await this.setSsoOnly(tx, input), known: await this.read(tx) };
    });
    this.attempts.endAll('oidc');
    this.providers.forget();
    await publishRevoked(this.events, ended);
    return known;
  }

  private async requireSecretStays(tx: ReadTx, { config, clientSecret }: OidcConfigInput): Promise<void> {
    if (clientSecret !== undefined || !(await this.configs.hasSecret(tx))) return;
    const { issuer } = await this.configs.config(tx);
    if (!isSameOrigin(issuer, config.issuer))
      throw badRequest('client_secret_required', 'client_secret is required when the issuer changes');
  }

  /** @returns the devices that it has ended */
  private async setSsoOnly(tx: WriteTx, { config, ssoOnly }: OidcConfigInput): Promise<readonly string[]> {
    const before = await this.ssoOnly.holds(tx);
    await this.ssoOnly.set(tx, ssoOnly);
    if (!ssoOnly) return [];
    if (!isSwitchedOn(config)) throw badRequest('sso_only_needs_enabled', 'sso_only needs enabled');
    if (!(await this.configs.isTested(tx))) throw testRequired();
    if (!(await this.accounts.hasAdminWithPassword(tx))) throw localAdminRequired();
    return before ? [] : this.devices.revokeWhere(tx, { methods: ['local', 'hub'], ofMembers: true });
  }

  private async read(tx: ReadTx): Promise<KnownOidcConfig> {
    const base = await this.configs.base(tx);
    const reachesChildren = (await this.makesAccounts(tx)) && (await this.policies.any(tx));
    return {
      config: await this.configs.config(tx),
      ssoOnly: await this.ssoOnly.holds(tx),
      hasSecret: await this.configs.hasSecret(tx),
      isTested: await this.isTested(tx),
      callbackUrl: base === null ? null : callbackUrl(base),
      warning: reachesChildren ? CHILDREN_MAY_SIGN_UP : null,
    };
  }

  /** A secret that can't be opened was not tested: single sign-on can be switched off all the same. */
  private async isTested(tx: ReadTx): Promise<boolean> {
    try {
      return await this.configs.isTested(tx);
    } catch (fault) {
      if (fault instanceof SecretUnreadable) return false;
      throw fault;
    }
  }

  private async readStatus(tx: ReadTx): Promise<OidcStatus> {
    const config = await this.configs.config(tx);
    const only = (await this.ssoOnly.holds(tx)) ? { only: true as const } : {};
    if (!isSwitchedOn(config)) return only;
    const base = await this.configs.base(tx);
    return {
      available: true,
      provider: config.label,
      ...only,
      ...(base === null ? { error: 'single sign-on needs an external address' } : { origin: new URL(base).origin }),
    };
  }
}
