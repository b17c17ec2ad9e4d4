/**
 * What has come of the wish to share a server with somebody at the hub.
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

/** Links of these people with a server have changed, or are to be worked on at once. It may be published too often. */
export class MediaLinksChanged {
  constructor(
    readonly instanceId: string,
    readonly userIds: readonly number[],
  ) {}
}

export class HubInviteSent {
  constructor(readonly userId: number) {}
}

/** Somebody has named another address at the hub, and what was to follow from it has been tried. */
export class HubAddressShared {
  constructor(
    readonly userId: number,
    readonly inviteState: InviteState,
  ) {}
}
