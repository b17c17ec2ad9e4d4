import type { ReadTx, WriteTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** Is asked when an instance is deleted: each module that keeps rows of one registers here. */
export interface InstanceDependent {
  /**
   * May the instance be deleted? Asked inside the write that deletes it.
   *
   * @returns null for no objection, else the text of the 409: what still needs the instance. Source: doc 4, Decisions
   */
  objectionToRemoval(tx: ReadTx, instanceId: string): Promise<string | null>;

  /** The instance goes, in this write: nothing may name it afterwards. Called once nobody objects. */
  forgetInstance(tx: WriteTx, instanceId: string): Promise<void>;
}

/** Where {@link InstanceDependent} answers are registered. */
export const INSTANCE_DEPENDENTS = new Port<InstanceDependent>('instances.dependents');
