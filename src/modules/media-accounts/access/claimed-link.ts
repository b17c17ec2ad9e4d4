import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { WantedAccess } from './wanted-access.js';

/** A link that one try has to itself. */
export interface ClaimedLink {
  /** The link as it was before the claim. */
  readonly account: MediaAccount;
  /** What the try is to make hold. */
  readonly wanted: WantedAccess;
  /** By which the lease is known. */
  readonly token: string;
}

/** What a try was made for holds no longer: the link has ended or changed, or something else should be. */
export class ClaimLost extends Error {
  constructor() {
    super('the link was changed while it was worked on');
    this.name = 'ClaimLost';
  }
}
