import { hubIdentityError } from './hub-identity-error.js';
import type { ImportError, ImportRow } from '../import/import-row.js';

/** What has become of one account of a server. Source: doc 1 section 4, Media-server accounts. */
export interface ImportRowView {
  readonly remote_user_id: string;
  /** Empty where the server has no such account. */
  readonly remote_username: string;
  /** Whom it was linked with; left out where it was not. */
  readonly user_id?: number;
  readonly username?: string;
  /** The person is new here. */
  readonly created: boolean;
  readonly linked: boolean;
  /** By which somebody who is new signs in, once. */
  readonly link?: string;
  /** Who has said at which address the server is found. */
  readonly origin_source?: 'external_address' | 'app';
  /** Why the account at the hub can't sign the user in; only where that is so. */
  readonly hub_identity_error?: string;
  /** Why it was not taken over; left out where it was. */
  readonly error?: ImportError;
}

/** The wire form of a row. */
export function importRowView(row: ImportRow): ImportRowView {
  const remote = { remote_user_id: row.remoteUserId, remote_username: row.remote?.name ?? '' };
  if ('error' in row) return { ...remote, created: false, linked: false, error: row.error };
  const { userId, username, invitation, identity } = row.person;
  return {
    ...remote,
    user_id: userId,
    username,
    created: invitation !== null,
    linked: true,
    ...(invitation ? { link: invitation.link.reveal(), origin_source: invitation.originSource } : {}),
    hub_identity_error: hubIdentityError(identity),
  };
}
