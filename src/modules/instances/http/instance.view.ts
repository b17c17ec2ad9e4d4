import type { AdministeredInstance } from '../registry/instance-record.js';
import type { ServiceType } from '../service-kinds.js';

/** An instance as administrators see it. No credential is in it, nor in what it is made of. Source: doc 3 §3.1. */
export interface InstanceView {
  readonly id: string;
  readonly service_type: ServiceType;
  readonly name: string;
  readonly url: string;
  readonly is_default: boolean;
  readonly sort_order: number;
  readonly auto_add_users: boolean;
  readonly media_path_mappings: readonly { readonly arr_path: string; readonly service_path: string }[];
  readonly media_downloads: boolean;
}

export function instanceView(instance: AdministeredInstance): InstanceView {
  return {
    id: instance.id,
    service_type: instance.serviceType,
    name: instance.name,
    url: instance.url,
    is_default: instance.isDefault,
    sort_order: instance.sortOrder,
    auto_add_users: instance.autoAddUsers,
    media_path_mappings: instance.mediaPathMappings.map(({ arrPath, servicePath }) => ({
      arr_path: arrPath,
      service_path: servicePath,
    })),
    media_downloads: instance.mediaDownloads,
  };
}
