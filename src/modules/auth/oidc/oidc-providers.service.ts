import { Injectable } from '@nestjs/common';
import type { OidcRegistration, ProviderKeys } from '../../../clients/oidc/code-grant.js';
import { OidcClient } from '../../../clients/oidc/oidc.client.js';
import type { ProviderDocument } from '../../../clients/oidc/provider-document.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { callbackUrl, type OidcConfig, type OidcSetup } from './oidc-config.js';

/** How long what a provider says of itself is taken for true. */
const FRESH_MS = 10 * 60_000;
/** One is configured; a save may overlap with sign-ins by the one before. */
const MOST_PROVIDERS = 4;

/** The configured provider, its document and keys: shared by all attempts for ten minutes, forgotten with a save. */
@Injectable()
export class OidcProvidersService {
  private readonly direct: OidcClient;
  private readonly proxied: OidcClient;
  private readonly documents: TtlCache<string, ProviderDocument>;
  private readonly keySets: TtlCache<string, ProviderKeys>;

  constructor(clock: Clock, @InjectLog() log: Log, meter: Meter, network: ExternalNetworkService) {
    this.direct = new OidcClient({ clock, log, meter });
    this.proxied = new OidcClient({ clock, log, meter, path: () => network.path() });
    this.documents = new TtlCache({ clock, ttlMs: FRESH_MS, maxEntries: MOST_PROVIDERS });
    this.keySets = new TtlCache({ clock, ttlMs: FRESH_MS, maxEntries: MOST_PROVIDERS });
  }

  /** Speaks to the provider on the path that the configuration names. */
  client({ useProxy }: OidcConfig): OidcClient {
    return useProxy ? this.proxied : this.direct;
  }

  /** @throws UpstreamError */
  document(config: OidcConfig): Promise<ProviderDocument> {
    return this.documents.fetch(cacheKeyOf(config), () => this.client(config).discover(config.issuer));
  }

  /** @param stale keys that lack that of a signature: they are fetched anew, once for all who miss it @throws UpstreamError */
  keys(config: OidcConfig, document: ProviderDocument, stale?: ProviderKeys): Promise<ProviderKeys> {
    const key = cacheKeyOf(config);
    if (stale && this.keySets.get(key) === stale) this.keySets.delete(key);
    return this.keySets.fetch(key, () => this.client(config).keys(document));
  }

  /** Nothing that was learned under another configuration is used from now on. */
  forget(): void {
    this.documents.clear();
    this.keySets.clear();
  }
}

export const registrationOf = ({ config, clientSecret, base }: OidcSetup): OidcRegistration => ({
  clientId: config.clientId,
  clientSecret,
  redirectUri: callbackUrl(base),
});

const cacheKeyOf = ({ useProxy, issuer }: OidcConfig): string => JSON.stringify([useProxy, issuer]);
