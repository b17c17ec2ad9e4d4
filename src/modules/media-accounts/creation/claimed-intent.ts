import type { AccountIntentRow } from './account-intent.entity.js';

/** An account that is being made, on which one worker works, of all processes on the database. */
export interface ClaimedIntent {
  readonly intent: AccountIntentRow;
  /** By which the lease is known. */
  readonly token: string;
  /** False where an earlier worker may have left calls that still arrive. */
  readonly isFirst: boolean;
}

/** Somebody else works on the intent by now, or it is there no more. */
export class IntentClaimLost extends Error {
  constructor() {
    super('somebody else works on the account that is being made');
    this.name = 'IntentClaimLost';
  }
}
