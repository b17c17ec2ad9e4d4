import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';
import type { MediaType } from '../../discovery/discovery.public.js';
import type { UserScope } from '../../downloads/downloads.public.js';
import type { ServiceType, VisibleInstance } from '../../instances/instances.public.js';
import type { ClientCapabilityName } from '../../settings/settings.public.js';
import { type OfferedToCaller, ClientConfigurationService } from '../client-configuration.service.js';
import { Controller, Get } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';

/** No client is too old. */
const NO_FLOOR = '0.0.0';

/** Flags that stand at the top of the answer, by their names on the wire. */
const FLAGS = [
  'issues_enabled',
  'allow_reporting',
  'hub_access_requestable',
  'admin_catalog_browsing',
  'request_quotas',
  'requester_tagging',
  'instance_assignments',
  'tv_match_corrections',
  'tv_library_navigation',
  'downloads_activity',
  'setbox_remote',
  'media_account_management',
  'cover_4k_badges',
] as const satisfies readonly ClientCapabilityName[];

/** Kinds of library that clients have a place for, whether or not this server offers them. */
const LIBRARIES = ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'] as const;

/** Services that don't depend on an instance. */
const PROVIDERS = ['ai', 'tmdb', 'listprov'] as const satisfies readonly ClientCapabilityName[];

/** An instance as a client may know of it. */
interface ConfigInstanceView {
  readonly id: string;
  readonly service_type: ServiceType;
  readonly name: string;
  readonly is_default: boolean;
  /** Can its files be downloaded by those who may? */
  readonly media_downloads: boolean;
  readonly assigned: boolean;
  readonly request_default: boolean;
}

type Flags<Names extends readonly string[]> = Readonly<Record<Names[number], boolean>>;

/** The answer of GET /api/config. */
interface ClientConfigView extends Flags<typeof FLAGS> {
  readonly server_name: string;
  readonly version: string;
  readonly min_app_version: string;
  readonly services: Flags<typeof LIBRARIES> & Flags<typeof PROVIDERS> & { readonly media_downloads: boolean };
  readonly instances: readonly ConfigInstanceView[];
  /** Whose downloads members see: everybody's in their libraries, or those of their own requests. */
  readonly downloads_user_scope: UserScope;
  /** What is hidden, because an administrator wants it so while no instance serves it. */
  readonly hidden_discover_tabs: readonly MediaType[];
}

/** A capability that no module registers is false. */
function clientConfigView(
  serverName: string,
  { instances, capabilities, hiddenTabs, downloadsScope, mediaDownloads }: OfferedToCaller,
): ClientConfigView {
  const kinds = new Set<string>(instances.map(({ instance }) => instance.serviceType));
  return {
    server_name: serverName,
    version: PROGRAM_VERSION,
    min_app_version: NO_FLOOR,
    services: {
      ...flags(LIBRARIES, kinds),
      ...flags(PROVIDERS, capabilities),
      media_downloads: mediaDownloads.size > 0,
    },
    instances: instances.map((one) => configInstanceView(one, mediaDownloads)),
    ...flags(FLAGS, capabilities),
    downloads_user_scope: downloadsScope,
    hidden_discover_tabs: hiddenTabs,
  };
}

function configInstanceView(
  { instance, assigned, requestDefault, isDefault }: VisibleInstance,
  mediaDownloads: ReadonlySet<string>,
): ConfigInstanceView {
  return {
    id: instance.id,
    service_type: instance.serviceType,
    name: instance.name,
    is_default: isDefault,
    media_downloads: mediaDownloads.has(instance.id),
    assigned,
    request_default: requestDefault,
  };
}

function flags<Names extends readonly string[]>(names: Names, there: ReadonlySet<string>): Flags<Names> {
  return Object.fromEntries(names.map((name) => [name, there.has(name)])) as Flags<Names>;
}

@Controller('api/config')
export class ClientConfigController {
  constructor(
    private readonly configuration: ClientConfigurationService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get what the server can do for the caller: instances, and features to offer. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async read(@CurrentCaller() caller: Caller): Promise<ClientConfigView> {
    return clientConfigView(this.settings.serverName, await this.configuration.offeredTo(caller));
  }
}
