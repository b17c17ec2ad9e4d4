import type { Sentence } from '../../../core/errors/sentence.js';
import type { UpstreamError, UpstreamFault } from '../../../core/errors/upstream-error.js';
import { backOff, doubling } from '../../../core/work/back-off.js';
import { LeasedRows, NOT_LEASED, stillLasts } from '../../../core/work/leased-rows.js';
import { type MediaAccount, type MediaAccountChange, NO_WORK } from '../accounts/media-accounts.repository.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import { MediaAccountRow } from '../rows.js';
import type { AccessOutcome, RemoteAccount } from '../servers/media-server.js';
import type { ReviewedLink } from './access-review.service.js';
import { confirmedBy, type WantedAccess } from './wanted-access.js';

/** One try at a time has a link. Its lease is extended while it goes on; a killed process leaves it for 30 s. */
export const LINK_LEASES = new LeasedRows(MediaAccountRow, 30_000);

/** A wait longer than any was written before the clock was set back: it is over. */
export function isDue({ account, isPending }: ReviewedLink, now: number): boolean {
  if (!isPending && !isWatchedAdministrator(account)) return false;
  return !stillLasts(account.nextAttemptAt, now, LONGEST_WAIT_MS) && LINK_LEASES.isFree(account, now);
}

export const byWaiting = ({ account: one }: ReviewedLink, { account: other }: ReviewedLink): number =>
  (one.nextAttemptAt ?? 0) - (other.nextAttemptAt ?? 0) || one.id - other.id;

/** The account of an administrator there may be somebody else's one day, and follows grants again then. */
const isWatchedAdministrator = ({ manageAccess, isAdministrator }: MediaAccount): boolean =>
  manageAccess && isAdministrator;

const LONGEST_WAIT_MS = 60 * 60_000;

/** A server that is down is asked every 30 s at least: its queue is through 60 s after it answers again. */
const SERVER_IS_DOWN = { waits: doubling(5_000, 30_000), longestAsked: LONGEST_WAIT_MS };

/** A server that takes changes and doesn't make them is not asked as often as one that may answer again any moment. */
const NOT_MADE = { waits: doubling(60_000, LONGEST_WAIT_MS), longestAsked: LONGEST_WAIT_MS };

export type AttemptOutcome =
  | AccessOutcome
  /** The account is switched off, because it can't be given the age limits that it is to have. */
  | { readonly outcome: 'closed'; readonly account: RemoteAccount | null; readonly reason: Sentence }
  | { readonly outcome: 'seen'; readonly account: RemoteAccount };

export interface AttemptedLink {
  readonly account: MediaAccount;
  readonly wanted: WantedAccess;
}

export type LinkAfter =
  /** The person is deleted, and nothing of theirs is left to switch off. */
  | { readonly keep: false }
  | { readonly keep: true; readonly change: MediaAccountChange; readonly seen: RemoteAccount | null };

export function afterAttempt({ account, wanted }: AttemptedLink, outcome: AttemptOutcome, now: number): LinkAfter {
  const isOff = wanted.access === 'off';
  const attempts = account.attempts + 1;
  const off = { ...account.confirmed, access: 'off' } as const;
  const again = (lastError: Sentence, waitMs: number): MediaAccountChange => ({
    attempts,
    lastError,
    nextAttemptAt: now + waitMs,
    ...NOT_LEASED,
  });
  const isOver = outcome.outcome === 'done' || outcome.outcome === 'gone' || outcome.outcome === 'administrator';
  if (account.userId === null && isOff && isOver) return { keep: false };
  switch (outcome.outcome) {
    case 'done': {
      const limitsBefore = isOff ? account.limitsBefore : outcome.limitsBefore;
      const change = {
        ...NO_WORK,
        confirmed: confirmedBy(wanted, account.confirmed, outcome.account?.isPending),
        limitsBefore,
      };
      return keepLink(outcome.account ? change : { ...change, isDisabled: true }, outcome.account);
    }
    case 'seen':
      return keepLink(
        outcome.account.isAdministrator
          ? { ...again(IS_ADMINISTRATOR, LONGEST_WAIT_MS), attempts: 0 }
          : { ...NO_WORK, isAdministrator: false },
        outcome.account,
      );
    case 'administrator':
      return keepLink({ ...again(IS_ADMINISTRATOR, LONGEST_WAIT_MS), attempts: 0, isAdministrator: true });
    case 'gone':
      return keepLink(
        isOff ? { ...NO_WORK, confirmed: off, isDisabled: true } : again(IS_GONE, backOff(NOT_MADE, attempts)),
      );
    case 'closed':
      return keepLink({ ...again(outcome.reason, backOff(NOT_MADE, attempts)), confirmed: off }, outcome.account);
    case 'refused':
      return keepLink(
        again(sayOfAccount('account_not_changed', { reason: outcome.reason }), backOff(NOT_MADE, attempts)),
      );
    case 'unknown':
      return keepLink(
        again(sayOfAccount('server_not_asked', { reason: outcome.error.sentence }), waitFor(outcome.error, attempts)),
      );
  }
}

/** Would any other call to this server fail in the same way? */
export function isServerDown(outcome: AttemptOutcome): boolean {
  return outcome.outcome === 'unknown' && (SERVER_WIDE.has(outcome.error.kind) || (outcome.error.status ?? 0) >= 500);
}

const IS_ADMINISTRATOR = sayOfAccount('account_of_administrator');
const IS_GONE = sayOfAccount('account_gone');

const SERVER_WIDE: ReadonlySet<UpstreamFault> = new Set([
  'unreachable',
  'timeout',
  'unauthorized',
  'rate_limited',
  'redirected',
]);

const keepLink = (change: MediaAccountChange, seen: RemoteAccount | null = null): LinkAfter => ({
  keep: true,
  change,
  seen,
});

function waitFor({ kind, status, retryAfterMs }: UpstreamError, attempts: number): number {
  const isIgnored = kind === 'failed' && status === undefined;
  return backOff(isIgnored ? NOT_MADE : SERVER_IS_DOWN, attempts, retryAfterMs);
}
