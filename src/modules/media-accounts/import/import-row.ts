import type { IdentityState } from '../accounts/hub-identity-states.service.js';
import type { RemoteAccount } from '../servers/media-server.js';
import type { AdmittedPerson } from '../media-accounts.ports.js';

/**
 * Why an account of a server was not taken over. Source: doc 1 §4, import.
 *
 * | error | meaning |
 * |---|---|
 * | not_found | the server has no such account |
 * | already_linked | somebody is linked with it, or it is just being made for somebody |
 * | user_failed | nobody of ours can bear its name, or nobody new may be made of it: see {@link ImportCode} |
 * | user_has_account | the person of its name has another account on this server |
 * | username_conflict | somebody of ours bears the name, which at the hub says nothing of who they are: link them by hand |
 * | link_failed | somebody else was faster, or the storage is in the way |
 */
export type ImportError =
  | 'not_found'
  | 'already_linked'
  | 'user_failed'
  | 'user_has_account'
  | 'username_conflict'
  | 'link_failed';

/**
 * Which `user_failed` it is, where it has a way out of its own: nobody bears the name, and the account was linked with somebody
 * before: invite them, then link it by hand. Apart from {@link ImportError}, because clients know the errors of doc 1 alone.
 */
export type ImportCode = 'identity_known';

/** Somebody who was linked with an account. */
export interface ImportedPerson extends AdmittedPerson {
  /** What the account at the hub is to their sign-in; null on other servers, and while an invitation waits. */
  readonly identity: IdentityState | null;
}

/** What has become of one account of a server. */
export type ImportRow =
  | { readonly remoteUserId: string; readonly remote: RemoteAccount; readonly person: ImportedPerson }
  | {
      readonly remoteUserId: string;
      readonly remote: RemoteAccount | null;
      readonly error: ImportError;
      readonly code?: ImportCode | undefined;
    };
