import { Injectable } from '@nestjs/common';
import { type PlexAccount, PlexClient, plexSignInUrl } from '../../../clients/plex/plex.client.js';
import { PlexMediaServer } from '../../../clients/plex/plex-media-server.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { ExternalNetworkService } from '../../settings/settings.public.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/service-instance.entity.js';

const PRODUCT = 'Usher';

/** With what an account at the hub is asked. A token is good with the client identifier that it was made for alone. */
export interface HubConnection {
  /** Where the token was made: it goes nowhere else. */
  readonly url: string;
  readonly clientId: string;
  readonly token: Secret;
}

/** The one place where clients of the hub are made. It is an outside provider, reached as such. */
@Injectable()
export class HubClientsService {
  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly rows: InstancesRepository,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** Where the hub is: what is linked from now on is stored with this address. */
  get url(): string {
    return this.settings.hubUrl;
  }

  /** Where people open the hub. */
  get webUrl(): string {
    return this.settings.hubWebUrl;
  }

  /** The hub, for calls that need no account. */
  hub(clientId: string, url = this.url): PlexClient {
    const { clock, log, meter } = this;
    const identity = identityOf(clientId);
    return new PlexClient({ url, identity, clock, log, meter, path: () => this.network.path() });
  }

  /** A media server itself, at an address and by a token that the hub names for it. It is reached directly, as the household's are. */
  mediaServer(url: string, { clientId }: Pick<HubConnection, 'clientId'>, token: Secret): PlexMediaServer {
    const { clock, log, meter } = this;
    return new PlexMediaServer({ url, identity: identityOf(clientId), clock, log, meter }, token);
  }

  /** An account at the hub. */
  account({ url, clientId, token }: HubConnection): PlexAccount {
    return this.hub(clientId, url).as(token);
  }

  /**
   * With what the account that an instance is linked with is asked.
   *
   * @throws SecretUnreadable 503
   */
  connectionOf(row: ServiceInstanceRow): HubConnection {
    return { url: row.url, clientId: row.mediaServer?.clientId ?? '', token: this.rows.apiKeyOf(row) };
  }

  /** Where somebody approves a PIN with this code. */
  approvalUrl(clientId: string, code: string): string {
    return plexSignInUrl(this.webUrl, { code, clientIdentifier: clientId, product: PRODUCT });
  }
}

const identityOf = (clientIdentifier: string) => ({ clientIdentifier, product: PRODUCT, version: PROGRAM_VERSION });
