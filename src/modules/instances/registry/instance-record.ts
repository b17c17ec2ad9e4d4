import { isDeepStrictEqual } from 'node:util';
import type { MediaPathMapping } from '../media-paths/media-path-mapping.js';
import { isMediaServer, type MediaServerType, type ServiceType } from '../service-kinds.js';
import type { MediaServerConfig } from './media-server-config.js';
import type { ServiceInstanceRow } from './rows.js';

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

export interface AdministeredInstance extends InstanceRecord {
  readonly mediaPathMappings: readonly MediaPathMapping[];
  /** The account of a download client; empty where it has none, and where what is stored can't be opened. */
  readonly username: string;
  /** Is a key stored? Said of qBittorrent, which has one of two credentials; null for all others. */
  readonly hasApiKey: boolean | null;
  readonly mediaDownloads: boolean;
  readonly mediaServerConfig: MediaServerConfig | null;
}

/** A configured media server as other modules know it: no credential is in it, and nothing of what it was linked with. */
export interface MediaServerRecord extends InstanceRecord {
  readonly serviceType: MediaServerType;
  readonly config: MediaServerConfig;
}

/** The part of a row that may leave the registry. */
export function recordOf(row: ServiceInstanceRow): InstanceRecord {
  const { id, serviceType, name, url, isDefault, sortOrder, autoAddUsers } = row;
  return { id, serviceType, name, url, isDefault, sortOrder, autoAddUsers };
}

/** The part of a media server's row that may leave the registry. One without a configuration was never written. */
export function mediaServerOf(row: ServiceInstanceRow): MediaServerRecord {
  const { serviceType } = row;
  if (!row.mediaServer || !isMediaServer(serviceType)) throw new Error(`the instance ${row.id} is no media server`);
  const { publicAddress, libraryIds, machineIdentifier, autoApprove, explicitContent, apps } = row.mediaServer;
  const config = { publicAddress, libraryIds, machineIdentifier, autoApprove, explicitContent, apps };
  return { ...recordOf(row), serviceType, config };
}

/** The order in which instances are listed, and within a kind fallen back to: service_type, sort_order, name, id. */
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

/** Do two snapshots lead to the same place with the same credential? Sealing never gives the same text twice. */
export function sameConnection(one: ServiceInstanceRow, other: ServiceInstanceRow): boolean {
  return (
    samePlace(one, other) &&
    one.apiKey === other.apiKey &&
    one.username === other.username &&
    one.password === other.password
  );
}

/** Does the same number name the same record in both snapshots? Behind the hub the place is one of an account's machines. */
export function samePlace(one: ServiceInstanceRow, other: ServiceInstanceRow): boolean {
  const machineOf = ({ serviceType, mediaServer }: ServiceInstanceRow): string | undefined =>
    serviceType === 'hub' ? mediaServer?.machineIdentifier : undefined;
  return one.url === other.url && machineOf(one) === machineOf(other);
}

/** Do accounts of a media server get the same libraries by two snapshots of its instance? They are sorted. */
export const sameLibraries = (
  { mediaServer: one }: ServiceInstanceRow,
  { mediaServer: other }: ServiceInstanceRow,
): boolean => isDeepStrictEqual(one?.libraryIds, other?.libraryIds);
