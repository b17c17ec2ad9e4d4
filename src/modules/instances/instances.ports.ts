import type { ReadTx, WriteTx } from '../../core/database/database.js';
import type { Sentence } from '../../core/errors/sentence.js';
import { Port } from '../../core/ports/port-registry.js';

/** Each module that keeps rows of an instance registers here: it is asked when one is deleted, and hears when one changes. */
export interface InstanceDependent {
  /** Asked inside the write that deletes the instance. @returns null, or the reason of the 409: what still needs the instance */
  objectionToRemoval(tx: ReadTx, instanceId: string): Promise<Sentence | null>;

  /** The instance goes, in this write: nothing may name it afterwards. Called once nobody objects. */
  forgetInstance(tx: WriteTx, instanceId: string): Promise<void>;

  /** The instance gets another address or another server behind the hub, where the same number may name another record. */
  instanceMoved?(tx: WriteTx, instanceId: string): Promise<void>;

  /** An administrator has chosen other libraries of a media server for accounts, in this write. */
  librariesChanged?(tx: WriteTx, instanceId: string): Promise<void>;
}

export const INSTANCE_DEPENDENTS = new Port<InstanceDependent>('instances.dependents');

/** An account of ours that is linked with one at the hub, as far as its links with media servers show. */
export interface HubAccountLink {
  readonly userId: number;
  /** The hub's number of the account, as text. */
  readonly hubAccountId: string;
  /** Empty where the account at the hub has none. */
  readonly email: string;
  readonly hubUsername: string;
  /** Where it shows. An instance that couldn't be read names why. */
  readonly servers: readonly { readonly instanceId: string; readonly error?: Sentence }[];
  /** Why it can't be relied on, in words for an administrator; null where it can. */
  readonly reason: Sentence | null;
}

/** Somebody whose account was just made, because their account at the hub has a part in these instances. */
export interface HubSignUp {
  readonly userId: number;
  readonly hubAccountId: string;
  readonly username: string;
  /** Empty where the account at the hub has none. */
  readonly email: string;
  readonly instanceIds: readonly string[];
}

/** Keeps which accounts are linked with accounts on media servers. The module that does so registers the one answer. */
export interface HubAccountLinks {
  /** Every link with an account at the hub, read anew there, outside of transactions. @throws AppError 503 when nothing was read */
  review(): Promise<readonly HubAccountLink[]>;

  /** Links the new account with its shares, unmanaged. Called inside the write that makes the account. */
  addSignUp(tx: WriteTx, signUp: HubSignUp): Promise<void>;
}

export const HUB_ACCOUNT_LINKS = new Port<HubAccountLinks>('instances.hub-account-links');
