import { base64url } from '../domain/base64url.js';
import { sha256 } from '../domain/sha256.js';

/** A sign-in, or the linking of one, that goes on at another site in the same window and ends here. */
export interface Attempt {
  readonly way: 'hub' | 'oidc';
  /**
   * `share`: the reader shows which account at the hub is theirs, so that servers are shared with it; `test`: an administrator
   * tries the settings of single sign-on, and no account is changed.
   */
  readonly purpose: 'sign-in' | 'link' | 'share' | 'test';
  /** Names it to the server; the number of a PIN for `share`. */
  readonly flow: string;
  /** Proves that it ends where it has begun; empty for `share`, which the session proves. */
  readonly verifier: string;
  /** The page of ours to go on with. */
  readonly to: string;
  /** Where it goes on, and how often the server may be asked whether it has ended, in seconds. The hub alone. */
  readonly url?: string;
  readonly interval?: number;
  /** When it can't end any more, in epoch milliseconds. */
  readonly until: number;
}

/** For this window alone, and gone with it. */
const KEPT = 'usher-attempt';

/** An attempt lasts ten minutes. Source: doc 1 section 8 */
export const ATTEMPT_MS = 10 * 60_000;

/** What an attempt begins with: a verifier that stays here, and its challenge for the server. */
export function newProof(): { readonly verifier: string; readonly challenge: string } {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  return { verifier, challenge: base64url(sha256(new TextEncoder().encode(verifier))) };
}

/** Keeps an attempt while the window shows the other site. */
export function keepAttempt(attempt: Attempt): void {
  sessionStorage.setItem(KEPT, JSON.stringify(attempt));
}

/** The attempt that has begun in this window; undefined where there is none, or its time is over. */
export function keptAttempt(): Attempt | undefined {
  const text = sessionStorage.getItem(KEPT);
  if (text === null) return undefined;
  const attempt = JSON.parse(text) as Attempt;
  if (attempt.until > Date.now()) return attempt;
  dropAttempt();
  return undefined;
}

/** It has ended, or was given up. */
export function dropAttempt(): void {
  sessionStorage.removeItem(KEPT);
}
