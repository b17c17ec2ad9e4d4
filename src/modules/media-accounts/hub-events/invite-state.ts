/**
 * What has come of the wish to share a server with somebody at the hub. Source: doc 1 §3.
 *
 * | state | meaning |
 * |---|---|
 * | sent | an invitation was sent |
 * | adopted | the server was shared with them already, and that is linked now, unmanaged |
 * | failed | the hub couldn't be asked, or didn't make the invitation; it is tried again |
 * | claimed | the address has a part in the server, and nothing shows that it is theirs, or somebody else is linked with it |
 * | unlinked | an administrator has ended their link, so nothing links or invites them by itself |
 * | '' | nothing was to be done |
 */
export type InviteState = 'sent' | 'adopted' | 'failed' | 'claimed' | 'unlinked' | '';

const BY_WEIGHT: readonly InviteState[] = ['sent', 'adopted', 'failed', 'claimed', 'unlinked', ''];

/** What is said of several servers together: what has been done before what has not. */
export const togetherOf = (states: readonly InviteState[]): InviteState =>
  BY_WEIGHT.find((state) => states.includes(state)) ?? '';
