import type { InstanceRecord } from '../registry/instance-record.js';
import { effectiveDefault } from './resolve-destination.js';

export interface AssignmentRow {
  readonly userId: number;
  /** Does the account hold the instance by a grant of its own? */
  readonly assigned: boolean;
  readonly preferredInstanceId: string | null;
  /** Id of the instance of the same kind that receives what it asks for; null when it holds none. */
  readonly effectiveDefaultId: string | null;
}

export interface AssignmentFacts {
  readonly instanceId: string;
  readonly userIds: readonly number[];
  readonly instances: readonly InstanceRecord[];
  readonly held: ReadonlyMap<number, ReadonlySet<string>>;
  readonly preferred: ReadonlyMap<number, string>;
}

/** One row for every account, by its id. The effective default is sought among actual grants, for administrators too. */
export function assignmentRows({ instanceId, userIds, instances, held, preferred }: AssignmentFacts): AssignmentRow[] {
  return [...userIds]
    .sort((one, other) => one - other)
    .map((userId) => {
      const assigned = held.get(userId) ?? new Set<string>();
      const preferredInstanceId = preferred.get(userId) ?? null;
      const byDefault = effectiveDefault({ instances, assigned, preferred: preferredInstanceId });
      return {
        userId,
        assigned: assigned.has(instanceId),
        preferredInstanceId,
        effectiveDefaultId: byDefault?.id ?? null,
      };
    });
}
