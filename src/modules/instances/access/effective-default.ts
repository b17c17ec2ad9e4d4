import { inListOrder, type InstanceRecord } from '../registry/instance-record.js';

/** What the choice of a default rests on: the instances of one kind, and what one account holds of them. */
export interface Holdings {
  /** The instances of the kind, in any order. */
  readonly instances: readonly InstanceRecord[];
  /** Ids that are granted to the account. */
  readonly assigned: ReadonlySet<string>;
  /** The instance of the kind that the account prefers. */
  readonly preferred: string | null;
}

/**
 * Where does an account's request go when it names no instance? Its own preference, else the server's default,
 * else the first by sort_order, name, id; each only among the assigned instances, so a default never grants access.
 * Null when nothing is assigned. Source: doc 1 routing rule 2, doc 3 section 11.
 */
export function effectiveDefault({ instances, assigned, preferred }: Holdings): InstanceRecord | null {
  const held = instances.filter(({ id }) => assigned.has(id)).sort(inListOrder);
  return held.find(({ id }) => id === preferred) ?? held.find(({ isDefault }) => isDefault) ?? held[0] ?? null;
}
