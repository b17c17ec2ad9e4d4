import type { InviteState } from './hub-events/invite-state.js';

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
