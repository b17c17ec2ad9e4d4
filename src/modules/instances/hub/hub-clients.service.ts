import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type PlexAccount, PlexClient, plexSignInUrl } from '../../../clients/plex/plex.client.js';
import { PlexMediaServer } from '../../../clients/plex/plex-media-server.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import type { Log } from '../../../core/logging/log.js';
import { Meter } from '../../../core/metrics/meter.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import {
  defineSetting,
  ExternalNetworkService,
  KeptIdentifier,
  SettingsRepository,
} from '../../settings/settings.public.js';
import { InstancesRepository } from '../registry/instances.repository.js';
import type { ServiceInstanceRow } from '../registry/rows.js';

const PRODUCT = 'Usher';

const CLIENT_ID = defineSetting({ key: 'hub_client_id', schema: z.string(), fallback: '' });

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
  private readonly kept: KeptIdentifier;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    private readonly rows: InstancesRepository,
    private readonly network: ExternalNetworkService,
    private readonly clock: Clock,
    @InjectLog() private readonly log: Log,
    private readonly meter: Meter,
    database: Database,
    store: SettingsRepository,
    random: Random,
  ) {
    this.kept = new KeptIdentifier(CLIENT_ID, { database, store, random });
  }

  /** Where the hub is: what is linked from now on is stored with this address. */
  get url(): string {
    return this.settings.hubUrl;
  }

  get webUrl(): string {
    return this.settings.hubWebUrl;
  }

  /** The client identifier that this server sends to the hub: made once, and kept. Not inside a transaction. */
  clientId(): Promise<string> {
    return this.kept.current();
  }

  hub(clientId: string, url = this.url): PlexClient {
    const { clock, log, meter } = this;
    const identity = identityOf(clientId);
    return new PlexClient({ url, identity, clock, log, meter, path: () => this.network.path() });
  }

  /** A media server itself, at an address and by a token that the hub names for it. It is reached directly. */
  mediaServer(url: string, { clientId }: Pick<HubConnection, 'clientId'>, token: Secret): PlexMediaServer {
    const { clock, log, meter } = this;
    return new PlexMediaServer({ url, identity: identityOf(clientId), clock, log, meter }, token);
  }

  account({ url, clientId, token }: HubConnection): PlexAccount {
    return this.hub(clientId, url).as(token);
  }

  /** With what the account that an instance is linked with is asked. @throws SecretUnreadable 503 */
  connectionOf(row: ServiceInstanceRow): HubConnection {
    return { url: row.url, clientId: row.mediaServer?.clientId ?? '', token: this.rows.apiKeyOf(row) };
  }

  approvalUrl(clientId: string, code: string): string {
    return plexSignInUrl(this.webUrl, { code, clientIdentifier: clientId, product: PRODUCT });
  }
}

const identityOf = (clientIdentifier: string) => ({ clientIdentifier, product: PRODUCT, version: PROGRAM_VERSION });
