import { type AppError, badRequest } from '../../../core/errors/app-error.js';
import { isSameOrigin } from '../../../core/text/urls.js';
import { Secret } from '../../../core/secrets/secret.js';
import { serviceTypeUnknown } from '../instances.errors.js';
import { judgeMappings, type MediaPathMapping } from '../media-paths/media-path-mapping.js';
import {
  factsOf,
  isServiceType,
  type LibraryManagerType,
  type SelfHostedMediaServerType,
  type ServiceKindFacts,
  type ServiceType,
} from '../service-kinds.js';
import { parseInstanceAddress } from './instance-address.js';
import type { InstanceRecord } from './instance-record.js';
import {
  type HubLinkage,
  isEmptyConfig,
  judgeMediaServerConfig,
  type MediaServerConfig,
  NOT_LINKED,
  type StoredMediaServer,
} from './media-server-config.js';

/** What an administrator sends of an instance. What judges it throws AppError 400 naming the first fault. */
export interface InstanceInput {
  readonly id?: string;
  readonly serviceType?: string;
  readonly name?: string;
  readonly url?: string;
  readonly apiKey?: string;
  /** With the password the account of a download client; other kinds have none. */
  readonly username?: string;
  readonly password?: string;
  readonly isDefault?: boolean;
  readonly sortOrder?: number;
  readonly autoAddUsers?: boolean;
  readonly mediaPathMappings?: readonly MediaPathMapping[];
  /** As it came; its members are judged by the kind. */
  readonly mediaServerConfig?: Readonly<Record<string, unknown>>;
  /** The PIN by which an account at the hub was linked, in place of a key. */
  readonly hubLinkPin?: number;
}

/** What opens a download client beside a key, or in its place. Both are empty where nothing of it is stored. */
export interface StoredAccount {
  readonly username: string;
  readonly password: Secret;
}

export interface NewInstance {
  readonly serviceType: ServiceType;
  readonly url: string;
  /** Empty where it is opened by an account, or by nothing. */
  readonly apiKey: Secret;
  readonly account?: StoredAccount;
  readonly name: string;
  readonly isDefault: boolean;
  readonly sortOrder: number;
  readonly autoAddUsers: boolean;
  readonly mediaPathMappings: readonly MediaPathMapping[];
  readonly mediaServer: StoredMediaServer | null;
}

/** The changes to an instance. What is missing keeps its stored value. */
export interface InstanceUpdate {
  readonly name: string;
  readonly url: string;
  /** An empty one takes the stored one away. */
  readonly apiKey?: Secret;
  /** An empty one takes the stored one away. */
  readonly account?: StoredAccount;
  readonly isDefault?: boolean;
  readonly sortOrder?: number;
  readonly autoAddUsers?: boolean;
  readonly mediaPathMappings?: readonly MediaPathMapping[];
  readonly mediaServerConfig?: MediaServerConfig;
  /** Of the account at the hub that it is linked with anew. */
  readonly linkage?: HubLinkage;
}

/** The kinds that have an address and a key of their own. */
export type KeyedType = LibraryManagerType | SelfHostedMediaServerType;

export interface Connection<Kind extends KeyedType = LibraryManagerType> {
  readonly serviceType: Kind;
  readonly url: string;
  readonly apiKey: Secret;
}

const LONGEST_NAME = 200;

/** Words that are parts of routes under /api/instances and would be shadowed as ids. */
const RESERVED_IDS: ReadonlySet<string> = new Set(['hub', 'media-roots', 'media-server', 'test']);

/** A new library manager out of what was sent. `auto_add_users` is true when omitted. */
export function judgeNewInstance(
  input: InstanceInput,
  serviceType: LibraryManagerType,
): NewInstance & { readonly serviceType: LibraryManagerType } {
  judgeNoMediaServer(input);
  const { url, apiKey } = judgeCandidate(input, serviceType);
  return { ...judgeNewSettings(input, serviceType), serviceType, url, apiKey, mediaServer: null };
}

type NewSettings = Omit<NewInstance, 'serviceType' | 'url' | 'apiKey' | 'account' | 'mediaServer'>;

/** What an administrator sets of a new instance of this kind, however it is reached. */
export function judgeNewSettings(input: InstanceInput, serviceType: ServiceType): NewSettings {
  const facts = factsOf(serviceType);
  judgeAutoAdd(input.autoAddUsers, facts);
  return {
    name: judgeName(input.name),
    isDefault: judgeDefault(input.isDefault, facts) ?? false,
    sortOrder: input.sortOrder ?? 0,
    autoAddUsers: input.autoAddUsers ?? facts.family === 'arr',
    mediaPathMappings: judgeMediaPaths(input.mediaPathMappings, facts) ?? [],
  };
}

/** The id that a caller chose, or undefined when it is to be generated. It is a plain word that no route uses. */
export function judgeChosenId(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id))
    throw badRequest('invalid_instance_id', 'id must be 1 to 64 letters, digits, "_" or "-"');
  if (RESERVED_IDS.has(id)) throw badRequest('instance_id_reserved', 'id is a reserved word');
  return id;
}

export function judgeInstanceUpdate(input: InstanceInput, stored: InstanceRecord): InstanceUpdate {
  judgeNoMediaServer(input);
  return { ...judgeSettingsUpdate(input, stored), ...judgeMove(input, stored) };
}

/** The changes to what an administrator sets of a stored instance, however it is reached. Its kind can't be changed. */
export function judgeSettingsUpdate(
  input: InstanceInput,
  stored: InstanceRecord,
): Omit<InstanceUpdate, 'url' | 'apiKey' | 'account'> {
  if (input.serviceType !== undefined && input.serviceType !== stored.serviceType) {
    throw badRequest('service_type_fixed', 'service_type cannot be changed');
  }
  const facts = factsOf(stored.serviceType);
  judgeAutoAdd(input.autoAddUsers, facts);
  return {
    name: judgeName(input.name),
    isDefault: judgeDefault(input.isDefault, facts),
    sortOrder: input.sortOrder,
    autoAddUsers: input.autoAddUsers,
    mediaPathMappings: judgeMediaPaths(input.mediaPathMappings, facts),
  };
}

/** Without a configuration it shares all its libraries. */
export function judgeNewMediaServer(
  input: InstanceInput,
  serviceType: SelfHostedMediaServerType,
): NewInstance & Connection<SelfHostedMediaServerType> {
  judgeNoPin(input);
  const connection = judgeCandidate(input, serviceType);
  const config = judgeMediaServerConfig(input.mediaServerConfig ?? {}, serviceType, '');
  return { ...judgeNewSettings(input, serviceType), ...connection, mediaServer: { ...config, ...NOT_LINKED } };
}

/** A configuration that is left out stays. */
export function judgeMediaServerUpdate(
  input: InstanceInput,
  stored: InstanceRecord & { readonly serviceType: SelfHostedMediaServerType },
): InstanceUpdate {
  judgeNoPin(input);
  const { mediaServerConfig: sent } = input;
  const mediaServerConfig = sent && judgeMediaServerConfig(sent, stored.serviceType, '');
  return { ...judgeSettingsUpdate(input, stored), ...judgeMove(input, stored), mediaServerConfig };
}

/** What the test of an instance that is not stored dials. */
export function judgeCandidate<Kind extends KeyedType>(input: InstanceInput, serviceType: Kind): Connection<Kind> {
  const url = parseInstanceAddress(input.url ?? '');
  return { serviceType, url, apiKey: requireApiKey(input.apiKey) };
}

/** Where an instance is found from now on; a blank credential stands for the stored one, which goes to no other origin. */
export function judgeMove(
  input: InstanceInput,
  stored: InstanceRecord,
): { readonly url: string; readonly apiKey?: Secret } {
  const url = parseInstanceAddress(input.url ?? '');
  const apiKey = judgeApiKey(input.apiKey);
  if (apiKey || isSameOrigin(url, stored.url)) return { url, apiKey };
  throw badRequest('api_key_required_again', 'api_key is required when the address changes');
}

export function judgeServiceType(text: string | undefined): ServiceType {
  if (text === undefined || !isServiceType(text)) throw serviceTypeUnknown();
  return text;
}

function judgeName(text: string | undefined): string {
  const name = text?.trim() ?? '';
  if (name === '') throw badRequest('required', 'name is required', { name: 'name' });
  if (name.length > LONGEST_NAME)
    throw badRequest('too_long', `name must be at most ${LONGEST_NAME} characters`, {
      name: 'name',
      most: LONGEST_NAME,
    });
  if (/\p{Cc}/u.test(name))
    throw badRequest('unprintable', 'name must not contain control characters', { name: 'name' });
  return name;
}

/** Only what an HTTP header can carry, so that a key can never add a header of its own. Undefined for a blank one. */
export function judgeApiKey(text: string | undefined): Secret | undefined {
  const key = text?.trim() ?? '';
  if (key === '') return undefined;
  if (!/^[\x21-\x7e]{1,512}$/.test(key))
    throw badRequest('invalid_api_key', 'api_key must be at most 512 printable characters', { most: 512 });
  return Secret.of(key);
}

function requireApiKey(text: string | undefined): Secret {
  const key = judgeApiKey(text);
  if (!key) throw badRequest('required', 'api_key is required', { name: 'api_key' });
  return key;
}

export function judgeNoMediaServer(input: InstanceInput): void {
  const { mediaServerConfig } = input;
  if (mediaServerConfig && !isEmptyConfig(mediaServerConfig))
    throw badRequest('only_for_media_servers', 'media_server_config is for media servers only', {
      name: 'media_server_config',
    });
  judgeNoPin(input);
}

function judgeNoPin({ hubLinkPin }: InstanceInput): void {
  if (hubLinkPin !== undefined)
    throw badRequest('only_for_product', 'hub_link_pin is for Plex only', { name: 'hub_link_pin', product: 'Plex' });
}

const onlyForManagers = (name: string, verb: 'is' | 'are'): AppError =>
  badRequest('only_for_library_managers', `${name} ${verb} for library managers only`, { name });

function judgeAutoAdd(autoAddUsers: boolean | undefined, { family }: ServiceKindFacts): void {
  if (autoAddUsers === true && family !== 'arr') throw onlyForManagers('auto_add_users', 'is');
}

/** Kinds without a household default are never it, whatever was sent. */
function judgeDefault(isDefault: boolean | undefined, { householdDefault }: ServiceKindFacts): boolean | undefined {
  return householdDefault ? isDefault : false;
}

function judgeMediaPaths(
  mappings: readonly MediaPathMapping[] | undefined,
  { family }: ServiceKindFacts,
): readonly MediaPathMapping[] | undefined {
  if (family === 'arr' || mappings === undefined || mappings.length === 0) return mappings && judgeMappings(mappings);
  throw onlyForManagers('media_path_mappings', 'are');
}
