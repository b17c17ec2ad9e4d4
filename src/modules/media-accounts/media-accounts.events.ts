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

/**
 * Links of these people with a server were made, ended or changed, or are to be worked on at once. What should be is computed
 * from rows, so it may be published too often.
 */
export class MediaLinksChanged {
  constructor(
    readonly instanceId: string,
    readonly userIds: readonly number[],
  ) {}
}

/** Somebody was invited to a server at the hub: they are to accept it there. Source: doc 3 §6. */
export class HubInviteSent {
  constructor(readonly userId: number) {}
}

/** Somebody has named another address at the hub, and what was to follow from it has been tried. Source: doc 3 §9.2. */
export class HubAddressShared {
  constructor(
    readonly userId: number,
    readonly inviteState: InviteState,
  ) {}
}
