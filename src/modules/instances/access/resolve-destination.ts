import type { Role } from '../../../core/access/permissions.js';
import { inListOrder, type InstanceRecord } from '../registry/instance-record.js';

/** The instances of one kind, and what one account holds of them. */
export interface Holdings {
  readonly instances: readonly InstanceRecord[];
  readonly assigned: ReadonlySet<string>;
  readonly preferred: string | null;
}

/**
 * Where does a request go that names no instance? To the own preference, else the household's default, else the first in the
 * order of lists; each only among the assigned ones, so a default never grants access. Null when nothing is assigned.
 */
export function effectiveDefault({ instances, assigned, preferred }: Holdings): InstanceRecord | null {
  const held = instances.filter(({ id }) => assigned.has(id)).sort(inListOrder);
  return held.find(({ id }) => id === preferred) ?? held.find(({ isDefault }) => isDefault) ?? held[0] ?? null;
}

export type NoDestination =
  /** The named instance does not exist, or is of another kind. */
  | 'unknown'
  | 'not_granted'
  | 'none_assigned'
  /** None was named by an administrator and none is configured. */
  | 'none_configured';

export type Destination = { readonly instance: InstanceRecord } | { readonly refused: NoDestination };

/**
 * Which instance receives what this account asks for? A named one is used or refused. Without a name it is the effective
 * default; administrators with nothing assigned get the household's default or the first of all.
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
