import type { Role } from '../../../core/access/permissions.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { isLibraryManager } from '../service-kinds.js';
import { effectiveDefault } from './resolve-destination.js';

export interface VisibleInstance {
  readonly instance: InstanceRecord;
  /** Does the account hold it by a grant of its own? */
  readonly assigned: boolean;
  /** Does it receive what the account asks for when it names none? Sought among actual grants only. */
  readonly requestDefault: boolean;
  /** Is it the one that the account sees first of its kind? */
  readonly isDefault: boolean;
}

export interface AccountHoldings {
  readonly role: Role;
  /** Every instance there is, in the order of lists. */
  readonly instances: readonly InstanceRecord[];
  readonly assigned: ReadonlySet<string>;
  readonly preferred: ReadonlySet<string>;
}

/** Regular accounts know of what they hold. Administrators know of all, and see first what they prefer, else the household's default. */
export function visibleInstances({
  role,
  instances,
  assigned,
  preferred,
}: AccountHoldings): readonly VisibleInstance[] {
  const seen = role === 'admin' ? instances : instances.filter(({ id }) => assigned.has(id));
  return seen.map((instance) => {
    const siblings = instances.filter(({ serviceType }) => serviceType === instance.serviceType);
    const pin = siblings.find(({ id }) => preferred.has(id))?.id ?? null;
    const requestDefault =
      isLibraryManager(instance.serviceType) &&
      effectiveDefault({ instances: siblings, assigned, preferred: pin })?.id === instance.id;
    const first = pin === null ? instance.isDefault : pin === instance.id;
    return {
      instance,
      assigned: assigned.has(instance.id),
      requestDefault,
      isDefault: role === 'admin' ? first : requestDefault,
    };
  });
}
