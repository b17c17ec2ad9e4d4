import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { DirectOrigin } from '../../../core/http/request-origins.js';
import { InstanceRegistryService } from '../administration/instance-registry.service.js';
import type { ConnectionRefusalView } from '../instances.errors.js';
import { MediaRootsService } from '../media-paths/media-roots.service.js';
import type { AdministeredInstance } from '../registry/instance-record.js';
import type { MediaServerConfig } from '../registry/media-server-config.js';
import { namesAnyApp, type ListeningApps, type VideoApps } from '../registry/player-apps.js';
import type { ServiceType } from '../service-kinds.js';
import { InstanceBody, toInstanceInput } from './instance.body.js';

/** An instance as administrators see it. No credential is in it, nor in what it is made of. */
interface InstanceView {
  readonly id: string;
  readonly service_type: ServiceType;
  readonly name: string;
  readonly url: string;
  /** The account of a download client; left out where it has none. */
  readonly username?: string;
  /** Is a key stored? Of qBittorrent, which has a key or an account; left out of all others. */
  readonly has_api_key?: boolean;
  readonly is_default: boolean;
  readonly sort_order: number;
  readonly auto_add_users: boolean;
  readonly media_path_mappings: readonly { readonly arr_path: string; readonly service_path: string }[];
  readonly media_downloads: boolean;
  /** Left out of what is no media server. */
  readonly media_server_config?: MediaServerConfigView;
}

/** What administrators set of a media server; with what it was linked is never shown. */
interface MediaServerConfigView {
  readonly public_address: string;
  readonly library_ids: readonly string[];
  readonly machine_identifier: string;
  /** Left out where it is off. */
  readonly auto_approve?: true;
  /** Of an audiobook server: new accounts of adults see what it marks as explicit. Left out where it is off. */
  readonly explicit_content?: true;
  /** Left out where nothing is said. */
  readonly listening_apps?: ListeningApps;
  /** Left out where nothing is said. */
  readonly video_apps?: VideoApps;
}

function instanceView(instance: AdministeredInstance): InstanceView {
  return {
    id: instance.id,
    service_type: instance.serviceType,
    name: instance.name,
    url: instance.url,
    ...(instance.username === '' ? {} : { username: instance.username }),
    ...(instance.hasApiKey === null ? {} : { has_api_key: instance.hasApiKey }),
    is_default: instance.isDefault,
    sort_order: instance.sortOrder,
    auto_add_users: instance.autoAddUsers,
    media_path_mappings: instance.mediaPathMappings.map(({ arrPath, servicePath }) => ({
      arr_path: arrPath,
      service_path: servicePath,
    })),
    media_downloads: instance.mediaDownloads,
    ...(instance.mediaServerConfig ? { media_server_config: configView(instance.mediaServerConfig) } : {}),
  };
}

function configView(config: MediaServerConfig): MediaServerConfigView {
  return {
    public_address: config.publicAddress,
    library_ids: config.libraryIds,
    machine_identifier: config.machineIdentifier,
    ...(config.autoApprove ? { auto_approve: true } : {}),
    ...(config.explicitContent ? { explicit_content: true } : {}),
    ...(namesAnyApp(config.apps.listening) ? { listening_apps: config.apps.listening } : {}),
    ...(namesAnyApp(config.apps.video) ? { video_apps: config.apps.video } : {}),
  };
}

const UNFIT = 'The connection test failed; `fault` says why, and nothing was saved.';

/** Configured instances. */
@Controller('api/instances')
export class InstancesController {
  constructor(
    private readonly registry: InstanceRegistryService,
    private readonly roots: MediaRootsService,
  ) {}

  /** List all configured instances. Their credentials are never shown. */
  @Get()
  @AdminOnly('instances:manage')
  async list(): Promise<InstanceView[]> {
    return (await this.registry.list()).map(instanceView);
  }

  /** List the folders below which a path mapping may lead. */
  @Get('media-roots')
  @AdminOnly('instances:manage')
  mediaRoots(): readonly string[] {
    return this.roots.folders;
  }

  /** Create an instance, after testing its connection. */
  @HttpCode(201)
  @Post()
  @AdminOnly('instances:manage')
  @Answers<{ 400: ConnectionRefusalView }>({
    400: UNFIT,
    404: 'The PIN has expired, or somebody else has begun it.',
    409: 'Another instance has this id.',
  })
  async create(@CurrentAdministrator() admin: ActingAdministrator, @Body() body: InstanceBody): Promise<InstanceView> {
    return instanceView(await this.registry.create(admin, toInstanceInput(body)));
  }

  /**
   * Test a connection without saving it. Nothing is saved. The stored credential of one with an id is tried at its own scheme,
   * host and port alone. After a download client has refused a credential, the same one is refused for 15 minutes without
   * asking again.
   */
  @Post('test')
  @AdminOnly('instances:manage')
  @HttpCode(204)
  @Answers<{ 400: ConnectionRefusalView }>({ 400: UNFIT, 404: 'There is no such instance, or the PIN has expired.' })
  async test(@CurrentAdministrator() admin: ActingAdministrator, @Body() body: InstanceBody): Promise<void> {
    await this.registry.test(admin, toInstanceInput(body));
  }

  /**
   * Change an instance. What is left out stays; a new address or credential has to prove to work. Another scheme, host or port
   * needs the credential again.
   */
  @Put(':instanceID')
  @AdminOnly('instances:manage')
  @Answers<{ 400: ConnectionRefusalView }>({
    400: UNFIT,
    404: 'There is no such instance, or the PIN has expired.',
    409: 'Somebody else has changed it meanwhile.',
  })
  async update(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: InstanceBody,
    @DirectOrigin() origin: string | null,
  ): Promise<InstanceView> {
    return instanceView(await this.registry.update(admin, id, toInstanceInput(body), origin));
  }

  /** Delete an instance. */
  @Delete(':instanceID')
  @AdminOnly('instances:manage')
  @HttpCode(204)
  @Answers({ 404: 'There is no such instance.', 409: 'It is still needed; the text says for what.' })
  async remove(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @DirectOrigin() origin: string | null,
  ): Promise<void> {
    await this.registry.remove(admin, id, origin);
  }
}
