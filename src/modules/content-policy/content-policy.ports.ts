import type { ReadTx } from '../../core/database/database.js';
import { Port } from '../../core/ports/port-registry.js';

/** A way to sign in from outside that may make accounts. */
export interface SignUpWay {
  /** Does it make accounts for people who have none, as this transaction sees it? */
  makesAccounts(tx: ReadTx): Promise<boolean>;
}

/** Where each {@link SignUpWay} is registered. */
export const SIGN_UP_WAYS = new Port<SignUpWay>('content-policy.sign-up-ways');
