import type { Role } from '../../../core/access/permissions.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { effectiveDefault, type Holdings } from './effective-default.js';

/** Why a request has no destination. */
export type NoDestination =
  /** The named instance does not exist, or is of another kind. */
  | 'unknown'
  /** The named instance is not granted to the account. */
  | 'not_granted'
  /** None was named and none is granted. */
  | 'none_assigned'
  /** None was named by an administrator and none is configured. */
  | 'none_configured';

/** Where a request goes, or why it goes nowhere. */
export type Destination = { readonly instance: InstanceRecord } | { readonly refused: NoDestination };

/**
 * Which instance receives what this account asks for?
 *
 * A named instance is used or refused; it never falls back to another. Without a name it is the effective default
 * of the assigned instances. Administrators may name any instance, and with nothing assigned they get the
 * household's default or the first of all. Source: doc 1 routing rules 2 and 4.
 */
export function resolveDestination(role: Role, holdings: Holdings, explicitId?: string): Destination {
  const { instances, assigned } = holdings;
  if (explicitId !== undefined) {
    const named = instances.find(({ id }) => id === explicitId);
    if (!named) return { refused: 'unknown' };
    return role === 'admin' || assigned.has(explicitId) ? { instance: named } : { refused: 'not_granted' };
  }
  const instance = effectiveDefault(holdings) ?? (role === 'admin' ? firstOfAll(instances) : null);
  if (instance) return { instance };
  return { refused: role === 'admin' ? 'none_configured' : 'none_assigned' };
}

function firstOfAll(instances: readonly InstanceRecord[]): InstanceRecord | null {
  return effectiveDefault({ instances, assigned: new Set(instances.map(({ id }) => id)), preferred: null });
}
