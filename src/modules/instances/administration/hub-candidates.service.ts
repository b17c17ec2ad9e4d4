import { Injectable } from '@nestjs/common';
import type { PlexServer } from '../../../clients/plex/plex.client.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { HubClientsService, type HubConnection } from '../hub/hub-clients.service.js';
import { HubLinksService, type LinkedAccount, type LinkOwner } from '../hub/hub-links.service.js';
import { ConnectionTestFailed, sayOfTest } from '../instances.errors.js';
import { connectionFault } from '../connection-fault.js';
import {
  type InstanceInput,
  type InstanceUpdate,
  judgeNewSettings,
  judgeSettingsUpdate,
  type NewInstance,
} from '../registry/instance-input.js';
import { recordOf } from '../registry/instance-record.js';
import { judgeMediaServerConfig, type MediaServerConfig, type ServerContent } from '../registry/media-server-config.js';
import type { ServiceInstanceRow } from '../registry/rows.js';

/** The servers of a linked account, and the one of them that was chosen, or is the only one. */
export interface OfferedServers {
  readonly servers: readonly PlexServer[];
  readonly chosen: ServerContent | null;
}

/**
 * Instances behind the hub, for which no address and no key is typed: does the linked account own the server that is meant? Methods throw
 * AppError 404 for a PIN that isn't the caller's, AppError and ConnectionTestFailed 400, SecretUnreadable 503.
 */
@Injectable()
export class HubCandidatesService {
  constructor(
    private readonly links: HubLinksService,
    private readonly clients: HubClientsService,
  ) {}

  async judgeNew(by: LinkOwner, input: InstanceInput): Promise<NewInstance> {
    const settings = judgeNewSettings(input, 'hub');
    judgeTyped(input, this.clients.url);
    const config = this.config(input) ?? noMachine();
    const linked = this.linkedAccount(by, input) ?? noPin();
    await this.requireOwned(linked, config.machineIdentifier);
    const { url, token: apiKey, clientId, owner } = linked;
    return { ...settings, serviceType: 'hub', url, apiKey, mediaServer: { ...config, clientId, owner } };
  }

  /** What is left out stays. The hub is asked only where the account or the server is another one. */
  async judgeChange(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow): Promise<InstanceUpdate> {
    const settings = judgeSettingsUpdate(input, recordOf(stored));
    judgeTyped(input, stored.url);
    const mediaServerConfig = this.config(input);
    const linked = this.linkedAccount(by, input);
    const before = stored.mediaServer?.machineIdentifier;
    const machine = mediaServerConfig?.machineIdentifier ?? before ?? '';
    if (linked || machine !== before) await this.requireOwned(linked ?? this.clients.connectionOf(stored), machine);
    if (!linked) return { ...settings, url: stored.url, mediaServerConfig };
    const { url, token: apiKey, clientId, owner } = linked;
    return { ...settings, url, apiKey, mediaServerConfig, linkage: { clientId, owner } };
  }

  /** Without a named server the account alone is tried. @param stored what stands for a PIN that isn't sent; null for nothing */
  async test(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<void> {
    await this.requireOwned(this.connection(by, input, stored), this.machineOf(input, stored));
  }

  /** The libraries of the server that is meant: the named one, the stored one, else the only one that there is. */
  async libraries(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<ServerContent> {
    const connection = this.connection(by, input, stored);
    return orTestFailed(async () => {
      const { servers, chosen } = await this.offeredServers(connection, this.machineOf(input, stored));
      if (chosen) return chosen;
      if (servers.length === 0) throw new ConnectionTestFailed('no_server', sayOfTest('test_hub_without_server'));
      throw badRequest(
        'hub_server_to_be_chosen',
        'media_server_config machine_identifier is required: the Plex account owns several servers',
      );
    });
  }

  /** The servers that the account owns, and what the meant one holds. @throws UpstreamError in place of a failed test */
  async servers(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): Promise<OfferedServers> {
    return this.offeredServers(this.connection(by, input, stored), this.machineOf(input, stored));
  }

  private async offeredServers(connection: HubConnection, machine: string): Promise<OfferedServers> {
    const servers = await this.ownedServers(connection);
    const named = servers.find(({ machineIdentifier }) => machineIdentifier === machine);
    if (machine !== '' && !named) throw notOwned();
    const meant = named ?? (servers.length === 1 ? servers[0] : undefined);
    return { servers, chosen: meant ? await this.contentOf(connection, meant) : null };
  }

  /** What is shared with the account is not its own to share. */
  private async ownedServers(connection: HubConnection): Promise<readonly PlexServer[]> {
    const servers = await this.clients.account(connection).servers();
    return servers.filter(({ owned }) => owned);
  }

  private async contentOf(
    connection: HubConnection,
    { machineIdentifier, name, version }: PlexServer,
  ): Promise<ServerContent> {
    const libraries = await this.clients.account(connection).libraries(machineIdentifier);
    return {
      serverName: name,
      version,
      libraries: libraries.map(({ id, title, type }) => ({ id, name: title, collectionType: type })),
    };
  }

  private async requireOwned(connection: HubConnection, machine: string): Promise<void> {
    const servers = await orTestFailed(() => this.ownedServers(connection));
    if (machine !== '' && !servers.some(({ machineIdentifier }) => machineIdentifier === machine)) throw notOwned();
  }

  private connection(by: LinkOwner, input: InstanceInput, stored: ServiceInstanceRow | null): HubConnection {
    judgeTyped(input, stored?.url ?? this.clients.url);
    return this.linkedAccount(by, input) ?? (stored ? this.clients.connectionOf(stored) : noPin());
  }

  private linkedAccount(by: LinkOwner, { hubLinkPin }: InstanceInput): LinkedAccount | undefined {
    return hubLinkPin === undefined ? undefined : this.links.take(by, hubLinkPin);
  }

  /** The whole configuration where one is sent; it needs a server then. */
  private config({ mediaServerConfig: sent }: InstanceInput): MediaServerConfig | undefined {
    if (!sent) return undefined;
    const config = judgeMediaServerConfig(sent, 'hub', this.clients.webUrl);
    return config.machineIdentifier === '' ? noMachine() : config;
  }

  private machineOf({ mediaServerConfig: sent }: InstanceInput, stored: ServiceInstanceRow | null): string {
    const named = sent && judgeMediaServerConfig(sent, 'hub', '').machineIdentifier;
    return named || (stored?.mediaServer?.machineIdentifier ?? '');
  }
}

const notOwned = (): Error => badRequest('hub_server_not_owned', 'the linked Plex account does not own this server');

function noPin(): never {
  throw badRequest('hub_account_to_be_linked', 'hub_link_pin is required: link a Plex account first');
}

function noMachine(): never {
  const name = 'media_server_config machine_identifier';
  throw badRequest('required', `${name} is required`, { name });
}

/** Clients may send back the address that they were shown, and nothing else. */
function judgeTyped({ url = '', apiKey = '' }: InstanceInput, known: string): void {
  if (apiKey.trim() !== '')
    throw badRequest('hub_has_no_api_key', 'api_key is not for Plex: link the account with hub_link_pin');
  if (!['', known].includes(url.trim()))
    throw badRequest('hub_has_own_address', 'url is not for Plex: it is always the hub itself');
}

async function orTestFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof UpstreamError)) throw fault;
    const refused = fault.kind === 'unauthorized';
    const reason = refused ? sayOfTest('test_hub_sign_in_refused') : fault.sentence;
    throw new ConnectionTestFailed(connectionFault(fault), reason, fault);
  }
}
