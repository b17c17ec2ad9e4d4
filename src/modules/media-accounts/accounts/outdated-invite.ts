import type { MediaAccount } from './media-accounts.repository.js';

/**
 * Does an invitation of ours wait at an address that isn't the person's any more? Then it is taken back, and the new address is
 * invited. What was accepted stays, and so does what isn't managed. Source: doc 1 §3, management rules; doc 3 §9.2.
 *
 * @param ownAddress the address that the person has named; empty where they have named none
 */
export const isOutdatedInvite = (
  {
    createdByUs,
    manageAccess,
    isPending,
    hubEmail,
  }: Pick<MediaAccount, 'createdByUs' | 'manageAccess' | 'isPending' | 'hubEmail'>,
  ownAddress: string,
): boolean =>
  createdByUs &&
  manageAccess &&
  isPending &&
  hubEmail !== '' &&
  ownAddress !== '' &&
  hubEmail.toLowerCase() !== ownAddress.toLowerCase();
