import { IsArray, IsBoolean, IsInt, IsObject, IsOptional, IsString, Max, Min } from 'class-validator';
import { refusedMember, type RefusedMember } from '../../../core/http/refused-member.js';
import { MediaPathMappingsInvalid, sayOfPath } from '../instances.errors.js';
import { type MediaPathMapping, MOST_MAPPINGS } from '../media-paths/media-path-mapping.js';
import type { InstanceInput } from '../registry/instance-input.js';

/** Both ends of a four-byte integer, which is what every engine stores. */
const SMALLEST_INT = -(2 ** 31);
const LARGEST_INT = 2 ** 31 - 1;

const PIN = refusedMember('not_a_number', 'hub_link_pin must be a whole number', { name: 'hub_link_pin' });

const text = (name: string): RefusedMember => refusedMember('not_a_text', `${name} must be a string`, { name });
const flag = (name: string): RefusedMember => refusedMember('not_a_flag', `${name} must be true or false`, { name });

const SORT_ORDER = { name: 'sort_order', least: SMALLEST_INT, most: LARGEST_INT };

/** Body of create, update and test. Only JSON types are judged here; what the values mean is judged by the registry. */
// The decorator nearest to a member is asked first.
export class InstanceBody {
  @IsOptional()
  @IsString(text('id'))
  id?: string | null;

  @IsOptional()
  @IsString(text('service_type'))
  service_type?: string | null;

  @IsOptional()
  @IsString(text('name'))
  name?: string | null;

  @IsOptional()
  @IsString(text('url'))
  url?: string | null;

  @IsOptional()
  @IsString(text('api_key'))
  api_key?: string | null;

  @IsOptional()
  @IsString(text('username'))
  username?: string | null;

  @IsOptional()
  @IsString(text('password'))
  password?: string | null;

  @IsOptional()
  @IsBoolean(flag('is_default'))
  is_default?: boolean | null;

  @IsOptional()
  @Max(LARGEST_INT, refusedMember('out_of_range', `sort_order must be at most ${LARGEST_INT}`, SORT_ORDER))
  @Min(SMALLEST_INT, refusedMember('out_of_range', `sort_order must be at least ${SMALLEST_INT}`, SORT_ORDER))
  @IsInt(refusedMember('not_a_number', 'sort_order must be a whole number', { name: 'sort_order' }))
  sort_order?: number | null;

  @IsOptional()
  @IsBoolean(flag('auto_add_users'))
  auto_add_users?: boolean | null;

  @IsOptional()
  @IsArray(
    refusedMember('not_a_list', 'media_path_mappings must be a list', {
      name: 'media_path_mappings',
      most: MOST_MAPPINGS,
    }),
  )
  media_path_mappings?: unknown[] | null;

  @IsOptional()
  @IsObject(refusedMember('not_an_object', 'media_server_config must be an object', { name: 'media_server_config' }))
  media_server_config?: Record<string, unknown> | null;

  @IsOptional()
  @Max(Number.MAX_SAFE_INTEGER, PIN)
  @Min(1, PIN)
  @IsInt(PIN)
  hub_link_pin?: number | null;
}

/** Null stands for a member that was left out. @throws MediaPathMappingsInvalid 400 for a mapping that is no pair of texts */
export function toInstanceInput(body: InstanceBody): InstanceInput {
  return {
    id: body.id ?? undefined,
    serviceType: body.service_type ?? undefined,
    name: body.name ?? undefined,
    url: body.url ?? undefined,
    apiKey: body.api_key ?? undefined,
    username: body.username ?? undefined,
    password: body.password ?? undefined,
    isDefault: body.is_default ?? undefined,
    sortOrder: body.sort_order ?? undefined,
    autoAddUsers: body.auto_add_users ?? undefined,
    mediaPathMappings: body.media_path_mappings?.map(toMapping),
    mediaServerConfig: body.media_server_config ?? undefined,
    hubLinkPin: body.hub_link_pin ?? undefined,
  };
}

function toMapping(sent: unknown, at: number): MediaPathMapping {
  const { arr_path: arrPath, service_path: servicePath } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof arrPath === 'string' && typeof servicePath === 'string') return { arrPath, servicePath };
  const member = typeof arrPath === 'string' ? 'service_path' : 'arr_path';
  throw MediaPathMappingsInvalid.at({ row: at + 1, member }, sayOfPath('mapping_path_not_a_text'));
}
