import { Body, Controller } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { IsInt, Max, Min } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { InstanceRegistryService } from '../administration/instance-registry.service.js';
import { type BegunLink, HubLinksService } from '../hub/hub-links.service.js';
import type { ServerContent } from '../registry/media-server-config.js';
import { type ConnectionRefusalView, hubFault } from '../instances.errors.js';
import { InstanceBody, toInstanceInput } from './instance.body.js';

const PIN = refusedMember('required', 'pin_id required', { name: 'pin_id' });

/** Body of POST /api/instances/hub/link/check. */
export class LinkCheckBody {
  @Max(Number.MAX_SAFE_INTEGER, PIN)
  @Min(1, PIN)
  @IsInt(PIN)
  pin_id: number;
}

/** A PIN that an administrator is to approve. */
interface BegunLinkView {
  readonly pin_id: number;
  readonly code: string;
  /** Where it is approved. */
  readonly url: string;
}

/** Whether the PIN was approved, and by whom. The token that it has brought is in no answer. */
interface LinkCheckView {
  readonly linked: boolean;
  /** The name of the account; left out until it is linked. */
  readonly account?: string;
}

/** What a media server holds. */
interface ServerContentView {
  readonly server_name: string;
  readonly version: string;
  readonly libraries: readonly { readonly id: string; readonly name: string; readonly collection_type: string }[];
}

/** The servers of an account, and what one of them holds. */
interface OfferedServersView extends Partial<ServerContentView> {
  readonly servers: readonly { readonly name: string; readonly machine_identifier: string }[];
}

const linkView = ({ pinId, code, url }: BegunLink): BegunLinkView => ({ pin_id: pinId, code, url });

function contentView({ serverName, version, libraries }: ServerContent): ServerContentView {
  return {
    server_name: serverName,
    version,
    libraries: libraries.map(({ id, name, collectionType }) => ({ id, name, collection_type: collectionType })),
  };
}

/** How administrators link an account at the hub and choose its server. */
@Controller('api/instances')
export class HubLinkController {
  constructor(
    private readonly links: HubLinksService,
    private readonly registry: InstanceRegistryService,
  ) {}

  /** Begin to link a Plex account: its owner approves a PIN. */
  @Post('hub/link/begin')
  @AdminOnly('instances:manage')
  @Answers({ 502: 'Plex can not be reached.' })
  async begin(@CurrentAdministrator() admin: ActingAdministrator): Promise<BegunLinkView> {
    return linkView(await this.links.begin(admin).catch(asAnswer));
  }

  /** Check whether the PIN was approved. Only the session that has begun it may. */
  @Post('hub/link/check')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'The PIN has expired, or somebody else has begun it.', 502: 'Plex can not be reached.' })
  async check(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() { pin_id: pinId }: LinkCheckBody,
  ): Promise<LinkCheckView> {
    const owner = await this.links.check(admin, pinId).catch(asAnswer);
    return owner ? { linked: true, account: owner.username } : { linked: false };
  }

  /** List the servers that a linked account owns, and the libraries of the one that is chosen or the only one. */
  @Post('hub/servers')
  @AdminOnly('instances:manage')
  @Answers({
    404: 'There is no such instance, or the PIN has expired.',
    502: 'Plex can not be reached, or the account has to be linked again.',
  })
  async servers(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: InstanceBody,
  ): Promise<OfferedServersView> {
    const { servers, chosen } = await this.registry.hubServers(admin, toInstanceInput(body));
    return {
      servers: servers.map(({ name, machineIdentifier }) => ({ name, machine_identifier: machineIdentifier })),
      ...(chosen ? contentView(chosen) : {}),
    };
  }

  /** List the libraries that a media server reports, of a candidate or of a stored instance. */
  @Post('media-server/libraries')
  @AdminOnly('instances:manage')
  @Answers<{ 400: ConnectionRefusalView }>({
    400: 'The media server could not be read; `fault` says why.',
    404: 'There is no such instance, or the PIN has expired.',
  })
  async libraries(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: InstanceBody,
  ): Promise<ServerContentView> {
    return contentView(await this.registry.libraries(admin, toInstanceInput(body)));
  }
}

function asAnswer(fault: unknown): never {
  throw hubFault(fault);
}
