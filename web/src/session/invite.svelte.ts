import { isInviteToken } from '../domain/invite-link.js';

/** What an entry of the history keeps of an invitation, so that a reload goes on where it was. */
interface KeptInvite {
  readonly invite?: string;
  readonly hasJoined?: true;
}

/** The invitation that this browser was opened with. */
class Invite {
  /** What Join redeems; undefined where the address had no token, and afterwards. */
  token: string | undefined = $state();
  /** It was redeemed just now: a password may be set without the one before. */
  hasJoined = $state(false);
}

/** The invitation of the page that is shown. */
export const invite = new Invite();

/**
 * Takes the token of an invite link out of the address, before anything else happens: no list of visited pages and no picture of
 * the screen has it. Opening a link uses nothing up. Source: issue 22, invite
 *
 * @param entry the number of the entry of the history, which stays with it
 */
export function takeInvite(entry: number): void {
  const given = window.location.hash.slice(1);
  const kept = (history.state ?? {}) as KeptInvite;
  invite.token = given === '' ? kept.invite : isInviteToken(given) ? given : undefined;
  invite.hasJoined = given === '' && kept.hasJoined === true;
  if (given === '') return;
  history.replaceState({ entry, ...(invite.token ? { invite: invite.token } : {}) }, '', window.location.pathname);
}

/** The invitation was redeemed: nothing of its token is kept. */
export function inviteIsRedeemed(): void {
  const { invite: _token, ...state } = (history.state ?? {}) as KeptInvite;
  history.replaceState({ ...state, hasJoined: true } satisfies KeptInvite, '');
  invite.token = undefined;
  invite.hasJoined = true;
}
