import type { InstanceRecord } from '../registry/instance-record.js';

/** An instance as administrators see it. No credential is in it, nor in what it is made of. Source: doc 3 §3.1. */
export interface InstanceView {
  readonly id: string;
  readonly service_type: string;
  readonly name: string;
  readonly url: string;
  readonly is_default: boolean;
  readonly sort_order: number;
  readonly auto_add_users: boolean;
  /** Always empty: file downloads are not served. */
  readonly media_path_mappings: readonly [];
  readonly media_downloads: false;
}

export function instanceView(instance: InstanceRecord): InstanceView {
  return {
    id: instance.id,
    service_type: instance.serviceType,
    name: instance.name,
    url: instance.url,
    is_default: instance.isDefault,
    sort_order: instance.sortOrder,
    auto_add_users: instance.autoAddUsers,
    media_path_mappings: [],
    media_downloads: false,
  };
}
