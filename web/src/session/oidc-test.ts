import type { Sentence } from '../domain/sentence.js';

/** What has come of a sign-in that only tried the settings of single sign-on: what the server says of it, or why it failed. */
export type OidcTestOutcome = { readonly tested: Sentence } | { readonly failure: unknown };

let outcome: OidcTestOutcome | undefined;

/** Keeps it for the page of the settings, which is shown next. */
export function noteOidcTest(what: OidcTestOutcome): void {
  outcome = what;
}

/** The outcome that was kept; it is told once. */
export function takeOidcTest(): OidcTestOutcome | undefined {
  const taken = outcome;
  outcome = undefined;
  return taken;
}
