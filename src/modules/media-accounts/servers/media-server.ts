import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { MediaServerType } from '../../instances/instances.public.js';

/** The age limits of a kids account that media servers can keep; they have no word for its genres. Source: issue 21. */
export interface AgeLimits {
  /** ISO 3166-1 alpha-2, upper case: whose ratings the caps are. */
  readonly ratingRegion: string;
  /** In the spelling of the region's scheme. */
  readonly maxMovieRating: string;
  /** In the spelling of the region's scheme. */
  readonly maxTvRating: string;
  /** Is hidden what has no rating? */
  readonly blockUnrated: boolean;
}

/** Age limits with the ratings of the region's schemes that lie within them. */
export interface RankedLimits extends AgeLimits {
  /** Up to the cap itself, which is among them. */
  readonly movieRatings: readonly string[];
  /** Up to the cap itself, which is among them. */
  readonly tvRatings: readonly string[];
}

/** Libraries by the server's own ids. `all` includes those that are made later; an empty list is none. */
export type LibrarySelection = 'all' | readonly string[];

/** An account on a media server; on the hub a share, an invitation that waits, or the owner. */
export interface RemoteAccount {
  /** The server's own id. On the hub the number of the account, and the address in lower case while an invitation waits. */
  readonly id: string;
  readonly name: string;
  /** The address at the hub, in lower case; empty on other servers, and for managed people of a home. */
  readonly email: string;
  /** An administrator of the server; on the hub its owner. Nobody writes to such an account. */
  readonly isAdministrator: boolean;
  readonly isDisabled: boolean;
  /** An invitation at the hub that nobody has accepted. */
  readonly isPending: boolean;
  /** What it may see; null where that can't be read. */
  readonly libraries: LibrarySelection | null;
  /** The age limits that are on it, in words of the server's kind that only it reads; null where they can't be read. */
  readonly limitsNow: string | null;
}

/** The accounts of a server. */
export interface RemoteAccounts {
  readonly accounts: readonly RemoteAccount[];
  /** False where a part of the list couldn't be read: an account that isn't in it may be there all the same. */
  readonly isComplete: boolean;
}

/** A library of a server. */
export interface RemoteLibrary {
  readonly id: string;
  readonly name: string;
}

/**
 * What is to hold of an account.
 *
 * `off` keeps everything else as it is on servers that disable accounts, and ends the share or takes the invitation back on
 * the hub.
 */
export type AccessToWrite = { readonly access: 'off' } | AccessToOpen;

/** What an account is to see. */
export interface AccessToOpen {
  readonly access: 'on';
  readonly libraries: LibrarySelection;
  /** Keep the libraries of an account that is there, and give `libraries` only where it has to be made anew. */
  readonly keepsLibraries: boolean;
  /** Age limits of a kids account; null for any other one. */
  readonly limits: RankedLimits | null;
  /**
   * What limits of ours took the place of, and what comes back once `limits` is null: the account's `limitsNow` from before
   * the first write of limits. It is committed before that write, for afterwards nobody can read it any more. Null where no
   * limits of ours are on the account, and for one that is to be made.
   */
  readonly limitsBefore: string | null;
  /**
   * Did we give the account libraries and limits like these before? Then an invitation that waits at the hub carries them, and
   * isn't sent again. Servers that can be read are read all the same.
   */
  readonly isAsConfirmed?: boolean;
}

/**
 * Why a server, or what we know of it, rules a write out. Trying again doesn't help until somebody changes something.
 *
 * | code | meaning |
 * |---|---|
 * | name_taken | the name is somebody else's there |
 * | name_unfit | no account can bear the name there |
 * | limits_unknown | the server doesn't know a rating of the limits, or can't be given them |
 * | rejected | the server judged the call and refused it |
 */
export type RefusalCode = 'name_taken' | 'name_unfit' | 'limits_unknown' | 'rejected';

/** A write that was not made, and what else could have become of it. */
export type WriteFailure =
  /** The server affirms that there is no such account. */
  | { readonly outcome: 'gone' }
  /** It is an administrator's: nothing was written. */
  | { readonly outcome: 'administrator' }
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly reason: string }
  /** Nobody knows whether it was made, or the server can't be asked: the server is to be read, and tried again. */
  | { readonly outcome: 'unknown'; readonly error: UpstreamError };

/**
 * Is waited for right before each call that changes something. Where it throws, that call isn't made, nor any after it.
 */
export type WritePermit = () => Promise<void>;

/** What became of a write of access. */
export type AccessOutcome =
  | {
      /** It holds: the server was read after the write, or nothing differed. */
      readonly outcome: 'done';
      /** As it was read last; null on the hub once the share is ended. */
      readonly account: RemoteAccount | null;
      /** What to put back once the limits are lifted; null where no limits of ours are on the account. */
      readonly limitsBefore: string | null;
    }
  | WriteFailure;

/** What became of a write that says nothing more. */
export type WriteOutcome = { readonly outcome: 'done' } | WriteFailure;

/** What became of a creation. */
export type CreateOutcome =
  | { readonly outcome: 'done'; readonly account: RemoteAccount; readonly limitsBefore: string | null }
  | Exclude<WriteFailure, { readonly outcome: 'gone' }>;

/** An account that is to be made. */
export interface AccountToMake {
  /** The name that it is to bear; on the hub the address that is invited. */
  readonly name: string;
  /** The one-time secret that it opens by until the person's own password is set. The hub has no use for it. */
  readonly secret: Secret;
  readonly access: AccessToOpen;
}

/** What a server says of a name and a password. Some servers don't tell a disabled account from a wrong password. */
export type PasswordVerdict =
  | { readonly outcome: 'accepted'; readonly account: RemoteAccount }
  | { readonly outcome: 'bad_credentials' | 'account_refused' };

/**
 * A media server of the household, by our own credential: one implementation for each kind.
 *
 * Readings throw UpstreamError for everything but an affirmed answer; an unreadable server is never an empty one. Writes
 * answer what became of them and throw nothing but bugs. A write reads the account first, changes what differs and reads it
 * back; what an administrator has set by hand beside it stays. Tokens and passwords of people end in the clients. Nothing
 * of it may be called inside a transaction.
 */
export interface MediaServer {
  readonly type: MediaServerType;

  /** Can an account bear this name there? On the hub: can this be an address? */
  nameFits(name: string): boolean;

  /**
   * The accounts of the server, in one call on all kinds but the hub.
   *
   * @param sought ids that are looked for. The hub is asked for its invitations only where one of them isn't among its
   *   shares; without them it always is
   */
  accounts(sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<RemoteAccounts>;

  /**
   * One account; null where the server affirms that there is none. Its id may differ on the hub from the one that was asked
   * for, once an invitation is accepted: keep the answered one.
   */
  account(id: string, signal?: AbortSignal): Promise<RemoteAccount | null>;

  /** The libraries that can be shared. */
  libraries(signal?: AbortSignal): Promise<readonly RemoteLibrary[]>;

  /**
   * Makes this hold of the account.
   *
   * @param permit judges once more whether it is to be written; what it throws comes out
   */
  writeAccess(id: string, wanted: AccessToWrite, permit?: WritePermit): Promise<AccessOutcome>;

  /**
   * Makes an account, or goes on where an earlier call with the same name and secret has come to: afterwards it opens by the
   * secret alone and sees what it is to see, and never more on the way. An account of that name that doesn't open by the
   * secret is somebody else's. On the hub it is the share or the invitation, and one that is there already is done.
   *
   * The caller has committed an intent before, for which it has found the name free.
   */
  create(wanted: AccountToMake): Promise<CreateOutcome>;

  /**
   * Takes away what {@link create} has made with this name and secret, as far as it came: what opens by the secret alone is
   * ours. Done where nothing is there. On the hub the share or the invitation of this address goes.
   */
  discard(made: Pick<AccountToMake, 'name' | 'secret'>): Promise<WriteOutcome>;

  /** Sets the password of an account; on the hub people have none, and nothing is done. */
  setPassword(id: string, password: Secret): Promise<WriteOutcome>;

  /** Whom does this name and password open, if anybody? The session that this opens is ended. On the hub nobody. */
  checkPassword(name: string, password: Secret): Promise<PasswordVerdict>;
}

/** A name as servers compare it: in Normalization Form C, without case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Is this one name to a server, at its sign-in at the latest? */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Is it the account of this id? On the hub it is called by its address too, as long as an invitation waits. */
export const isCalled = ({ id, email }: Pick<RemoteAccount, 'id' | 'email'>, asked: string): boolean =>
  id === asked || (email !== '' && email === asked.toLowerCase());

/** A write that the server, or what we know of it, rules out. */
export const refusal = (code: RefusalCode, reason: string): WriteFailure & { readonly outcome: 'refused' } => ({
  outcome: 'refused',
  code,
  reason,
});

/** Nobody judges once more. */
export const alwaysPermit: WritePermit = () => Promise.resolve();

/** The server is to be read before anybody knows more. */
const unknown = (error: UpstreamError): WriteFailure & { readonly outcome: 'unknown' } => ({
  outcome: 'unknown',
  error,
});

/**
 * What became of a write, with the faults of the server among its outcomes. A call that the server judged and refused is
 * refused; after any other fault it may have been made or not.
 */
export async function asOutcome<T>(
  write: () => Promise<T>,
): Promise<T | (WriteFailure & { readonly outcome: 'refused' | 'unknown' })> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.kind === 'rejected' ? refusal('rejected', error.reason) : unknown(error);
  }
}

/** The fault of a server whose list of accounts can't be read in full where what isn't in it matters. */
export const incompleteList = (system: string, operation: string): UpstreamError =>
  new UpstreamError({
    system,
    operation,
    kind: 'malformed',
    definitelyNotSent: false,
    reason: 'server answered with a list of accounts that can not be read in full',
  });
