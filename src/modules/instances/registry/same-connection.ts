import type { ServiceInstanceRow } from './service-instance.entity.js';

/**
 * Do two readings of an instance lead to the same place with the same credential? Sealing never gives the same text twice,
 * so an equal text is the credential that was judged.
 */
export function sameConnection(one: ServiceInstanceRow, other: ServiceInstanceRow): boolean {
  return one.url === other.url && one.apiKey === other.apiKey;
}
