import type { MediaPathMapping } from '../media-paths/media-path-mapping.js';
import type { ServiceType } from '../service-kinds.js';
import type { MediaServerConfig } from './media-server-config.js';
import type { ServiceInstanceRow } from './service-instance.entity.js';

/** A configured instance as other modules know it: no credential is in it. */
export interface InstanceRecord {
  readonly id: string;
  readonly serviceType: ServiceType;
  readonly name: string;
  /** Absolute http or https address without a trailing slash. */
  readonly url: string;
  /** The server's default of its kind; at most one per kind. It grants nobody access. */
  readonly isDefault: boolean;
  readonly sortOrder: number;
  /** Is a new regular account granted this instance when it is created? */
  readonly autoAddUsers: boolean;
}

/** An instance as administrators see it. */
export interface AdministeredInstance extends InstanceRecord {
  readonly mediaPathMappings: readonly MediaPathMapping[];
  /** Does a mapping lead into a media root at this moment? */
  readonly mediaDownloads: boolean;
  /** Null for a library manager. */
  readonly mediaServerConfig: MediaServerConfig | null;
}

/** The part of a row that may leave the registry. */
export function recordOf(row: ServiceInstanceRow): InstanceRecord {
  const { id, serviceType, name, url, isDefault, sortOrder, autoAddUsers } = row;
  return { id, serviceType, name, url, isDefault, sortOrder, autoAddUsers };
}

/**
 * The order in which instances are listed, and within a kind fallen back to: service_type, sort_order, name, id.
 * Source: doc 3 sections 2.2 and 11.
 */
export function inListOrder(one: InstanceRecord, other: InstanceRecord): number {
  return (
    compare(one.serviceType, other.serviceType) ||
    one.sortOrder - other.sortOrder ||
    compare(one.name, other.name) ||
    compare(one.id, other.id)
  );
}

/** By code unit, so that the order depends neither on a locale nor on the database engine. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Do two snapshots of an instance lead to the same place with the same credential? Sealing never gives the same text twice,
 * so an equal text is the credential that was judged. Behind the hub the place is one of the account's machines.
 */
export function sameConnection(one: ServiceInstanceRow, other: ServiceInstanceRow): boolean {
  const sameMachine = one.mediaServer?.machineIdentifier === other.mediaServer?.machineIdentifier;
  return one.url === other.url && one.apiKey === other.apiKey && sameMachine;
}
