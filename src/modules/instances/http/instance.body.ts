import { IsArray, IsBoolean, IsInt, IsObject, IsOptional, IsString, Max, Min } from 'class-validator';
import { MediaPathMappingsInvalid } from '../instances.errors.js';
import type { MediaPathMapping } from '../media-paths/media-path-mapping.js';
import type { InstanceInput } from '../registry/instance-input.js';

/** Both ends of a four-byte integer, which is what every engine stores. */
const SMALLEST_INT = -(2 ** 31);
const LARGEST_INT = 2 ** 31 - 1;

const PIN = { message: 'hub_link_pin must be a whole number' };

/** Body of create, update and test. Only JSON types are judged here; what the values mean is judged by the registry. */
// The decorator nearest to a member is asked first.
export class InstanceBody {
  @IsOptional()
  @IsString({ message: 'id must be a string' })
  id?: string | null;

  @IsOptional()
  @IsString({ message: 'service_type must be a string' })
  service_type?: string | null;

  @IsOptional()
  @IsString({ message: 'name must be a string' })
  name?: string | null;

  @IsOptional()
  @IsString({ message: 'url must be a string' })
  url?: string | null;

  @IsOptional()
  @IsString({ message: 'api_key must be a string' })
  api_key?: string | null;

  @IsOptional()
  @IsString({ message: 'username must be a string' })
  username?: string | null;

  @IsOptional()
  @IsString({ message: 'password must be a string' })
  password?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'is_default must be true or false' })
  is_default?: boolean | null;

  @IsOptional()
  @Max(LARGEST_INT, { message: `sort_order must be at most ${LARGEST_INT}` })
  @Min(SMALLEST_INT, { message: `sort_order must be at least ${SMALLEST_INT}` })
  @IsInt({ message: 'sort_order must be a whole number' })
  sort_order?: number | null;

  @IsOptional()
  @IsBoolean({ message: 'auto_add_users must be true or false' })
  auto_add_users?: boolean | null;

  @IsOptional()
  @IsArray({ message: 'media_path_mappings must be a list' })
  media_path_mappings?: unknown[] | null;

  @IsOptional()
  @IsObject({ message: 'media_server_config must be an object' })
  media_server_config?: Record<string, unknown> | null;

  @IsOptional()
  @Max(Number.MAX_SAFE_INTEGER, PIN)
  @Min(1, PIN)
  @IsInt(PIN)
  hub_link_pin?: number | null;
}

/**
 * The body in the words of the registry; null stands for a member that was left out.
 *
 * @throws MediaPathMappingsInvalid 400 for a mapping that is no pair of texts
 */
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
  if (typeof arrPath !== 'string') throw new MediaPathMappingsInvalid(`mapping ${at + 1} arr_path must be a string`);
  if (typeof servicePath === 'string') return { arrPath, servicePath };
  throw new MediaPathMappingsInvalid(`mapping ${at + 1} service_path must be a string`);
}
