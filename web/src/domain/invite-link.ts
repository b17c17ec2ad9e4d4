/** An invite link for browsers, and whether it leads anywhere from other devices. */
export interface InviteLink {
  readonly address: string;
  /** It names the computer itself, so that it works nowhere else. */
  readonly isOnlyHere: boolean;
}

const HERE = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The link that opens the web app, of the one that opens another app: the server's own address is in it, with its base path.
 * The token stands behind `#`, so that no server, proxy or log ever sees it. Undefined for a link of another form.
 */
export function inviteLink(appLink: string): InviteLink | undefined {
  if (!URL.canParse(appLink)) return undefined;
  const members = new URL(appLink).searchParams;
  const token = members.get('token') ?? '';
  const server = members.get('server') ?? '';
  if (!isInviteToken(token) || !/^https?:\/\//.test(server) || !URL.canParse(server)) return undefined;
  return {
    address: `${server.replace(/\/+$/, '')}/join#${token}`,
    isOnlyHere: HERE.test(new URL(server).hostname),
  };
}

/** Has a text the form of an invite token? */
export const isInviteToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Why an invite link was refused; undefined for every other failure. */
export type JoinRefusal = 'used' | 'expired' | 'gone';

const REFUSALS: ReadonlyMap<string | undefined, JoinRefusal> = new Map([
  ['connect_token_not_found', 'gone'],
  ['connect_link_used', 'used'],
  ['connect_link_expired', 'expired'],
]);

/** What the code of a refusal means to the person who has opened the link. */
export const joinRefusal = (code: string | undefined): JoinRefusal | undefined => REFUSALS.get(code);
