/** Why the server ends a session, as the close frame says it. The codes are those of RFC 6455 section 7.4 and of IANA. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** The server stops; it may be back soon. */
export const STOPPING: Closing = { code: 1001, reason: 'the server is stopping' };

/** The device was revoked or the account deleted: the same token is refused from now on. */
export const SESSION_ENDED: Closing = { code: 1008, reason: 'the session has ended' };

/** What the account may do, or how it may sign in, is another now: connect again and be judged anew. */
export const ACCOUNT_CHANGED: Closing = { code: 1012, reason: 'the account has changed, connect again' };

/** Something can't be judged or read at the moment. It says nothing about the credential. */
export const TRY_AGAIN: Closing = { code: 1013, reason: 'temporarily unavailable, connect again' };
