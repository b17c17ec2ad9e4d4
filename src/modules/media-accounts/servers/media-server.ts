import type { Sentence } from '../../../core/errors/sentence.js';
import { sayMediaServer } from '../../../clients/mediabrowser/media-server.sentences.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { MediaServerType } from '../../instances/instances.public.js';

/** The age limits of a kids account that media servers can keep; they have no word for its genres. */
export interface AgeLimits {
  /** ISO 3166-1 alpha-2, upper case: whose ratings the caps are. */
  readonly ratingRegion: string;
  readonly maxMovieRating: string;
  readonly maxTvRating: string;
  readonly blockUnrated: boolean;
}

/** Age limits with the ratings of the region's schemes up to each cap, which is among them. */
export interface RankedLimits extends AgeLimits {
  readonly movieRatings: readonly string[];
  readonly tvRatings: readonly string[];
}

/** Libraries by the server's own ids. `all` includes those that are made later; an empty list is none. */
export type LibrarySelection = 'all' | readonly string[];

/** An account on a media server; on the hub a share, an invitation that waits, or the owner. */
export interface RemoteAccount {
  /** The server's own id; on the hub the account's number, or the address in lower case of an invitation that waits. */
  readonly id: string;
  readonly name: string;
  /** The address at the hub, in lower case; empty on other servers, and for managed people of a home. */
  readonly email: string;
  /** An administrator of the server; on the hub its owner. Nobody writes to such an account. */
  readonly isAdministrator: boolean;
  readonly isDisabled: boolean;
  readonly isPending: boolean;
  /** What it may see; null where that can't be read. */
  readonly libraries: LibrarySelection | null;
  /** The age limits that are on it, in words of the server's kind that only it reads; null where they can't be read. */
  readonly limitsNow: string | null;
}

export interface RemoteAccounts {
  readonly accounts: readonly RemoteAccount[];
  /** False where a part of the list couldn't be read: an account that isn't in it may be there all the same. */
  readonly isComplete: boolean;
}

/** `off` keeps everything else on servers that disable accounts; on the hub it ends the share or invitation. */
export type AccessToWrite = { readonly access: 'off' } | AccessToOpen;

export interface AccessToOpen {
  readonly access: 'on';
  readonly libraries: LibrarySelection;
  /** Keep the libraries of an account that is there, and give `libraries` only where it has to be made anew. */
  readonly keepsLibraries: boolean;
  readonly limits: RankedLimits | null;
  /** `limitsNow` before the first write of limits, committed before it and put back after them; null without limits of ours. */
  readonly limitsBefore: string | null;
  /** Did we give it libraries and limits like these before? Then an invitation that waits isn't sent again. */
  readonly isAsConfirmed?: boolean;
}

/** Trying again doesn't help until somebody changes something. `limits_unknown`: it doesn't know a rating, or can't be given them. */
export type RefusalCode = 'name_taken' | 'name_unfit' | 'limits_unknown' | 'rejected';

export type WriteFailure =
  /** The server affirms that there is no such account. */
  | { readonly outcome: 'gone' }
  /** It is an administrator's: nothing was written. */
  | { readonly outcome: 'administrator' }
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly reason: Sentence }
  /** Nobody knows whether it was made, or the server can't be asked: the server is to be read, and tried again. */
  | { readonly outcome: 'unknown'; readonly error: UpstreamError };

/** Awaited right before each call that changes something. Where it throws, that call and those after it aren't made. */
export type WritePermit = () => Promise<void>;

export type AccessOutcome =
  | {
      /** It holds: the server was read after the write, or nothing differed. */
      readonly outcome: 'done';
      /** As it was read last; null on the hub once the share is ended. */
      readonly account: RemoteAccount | null;
      readonly limitsBefore: string | null;
    }
  | WriteFailure;

export type WriteOutcome = { readonly outcome: 'done' } | WriteFailure;

export type CreateOutcome =
  | { readonly outcome: 'done'; readonly account: RemoteAccount; readonly limitsBefore: string | null }
  | Exclude<WriteFailure, { readonly outcome: 'gone' }>;

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
 * A media server of the household, by our own credential. Readings throw UpstreamError for everything but an affirmed answer. Writes throw
 * nothing but bugs: each reads the account, changes what differs and reads it back; what an administrator has set by hand stays. Tokens and
 * passwords of people end in the clients. Nothing of it may be called inside a transaction.
 */
export interface MediaServer {
  readonly type: MediaServerType;

  /** Can an account bear this name there? On the hub: can this be an address? */
  nameFits(name: string): boolean;

  /** @param sought the hub is asked for its invitations only where one of these isn't among its shares */
  accounts(sought?: ReadonlySet<string>, signal?: AbortSignal): Promise<RemoteAccounts>;

  /** Null where the server affirms that there is none. On the hub its id changes once an invitation is accepted. */
  account(id: string, signal?: AbortSignal): Promise<RemoteAccount | null>;

  /** Makes this hold of the account. @param permit judges once more whether it is to be written; what it throws comes out */
  writeAccess(id: string, wanted: AccessToWrite, permit?: WritePermit): Promise<AccessOutcome>;

  /**
   * Makes an account, or goes on with an earlier call of the same name and secret: afterwards it opens by the secret alone, and never sees
   * more than it is to see. One of that name that doesn't open by the secret is somebody else's. On the hub a share or invitation that is
   * there is done. The caller has committed an intent before, for which it has found the name free.
   */
  create(wanted: AccountToMake): Promise<CreateOutcome>;

  /** Takes away what {@link create} has made: what opens by the secret alone is ours. Done where nothing is there. */
  discard(made: Pick<AccountToMake, 'name' | 'secret'>): Promise<WriteOutcome>;

  /** Sets the password of an account; on the hub people have none, and nothing is done. */
  setPassword(id: string, password: Secret): Promise<WriteOutcome>;

  /** Whom does this name and password open, if anybody? The session that this opens is ended. On the hub nobody. */
  checkPassword(name: string, password: Secret): Promise<PasswordVerdict>;
}

/** A name as servers compare it: in Normalization Form C, without case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Is it the account of this id? On the hub it is called by its address too, as long as an invitation waits. */
export const isCalled = ({ id, email }: Pick<RemoteAccount, 'id' | 'email'>, asked: string): boolean =>
  id === asked || (email !== '' && email === asked.toLowerCase());

export const refusal = (code: RefusalCode, reason: Sentence): WriteFailure & { readonly outcome: 'refused' } => ({
  outcome: 'refused',
  code,
  reason,
});

export const alwaysPermit: WritePermit = () => Promise.resolve();

const unknown = (error: UpstreamError): WriteFailure & { readonly outcome: 'unknown' } => ({
  outcome: 'unknown',
  error,
});

/** Faults of the server become outcomes: what it judged is refused; after any other fault it may have been made or not. */
export async function asOutcome<T>(
  write: () => Promise<T>,
): Promise<T | (WriteFailure & { readonly outcome: 'refused' | 'unknown' })> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.kind === 'rejected' ? refusal('rejected', error.sentence) : unknown(error);
  }
}

export const incompleteList = (system: string, operation: string): UpstreamError =>
  new UpstreamError({
    system,
    operation,
    kind: 'malformed',
    definitelyNotSent: false,
    reason: sayMediaServer('answer_account_list_incomplete'),
  });
