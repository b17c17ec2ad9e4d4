/** What single sign-on leads back with. */
export interface OidcReturn {
  readonly code: string;
  readonly flow: string;
}

/** The way back as the server writes it. Source: doc 3 section 12.2 */
const FORM = /^#\/oidc\/return\?(.*)$/;

/** The end of a single sign-on, as far as the address named one. */
class PendingReturn {
  /** What is still to be exchanged; taken once. */
  pending: OidcReturn | undefined = $state();
  /** The page to go on with afterwards. */
  to = $state('/');
}

/** The end of a single sign-on in this window. */
export const oidcReturn = new PendingReturn();

/**
 * Takes the code of a single sign-on out of the address before anything else happens, so that no list of visited pages has it.
 *
 * @param entry the number of the entry of the history, which stays with it
 * @param address of the page that goes on with it
 */
export function takeOidcReturn(entry: number, address: string): void {
  const [, query] = FORM.exec(window.location.hash) ?? [];
  if (query === undefined) return;
  const members = new URLSearchParams(query);
  oidcReturn.pending = { code: members.get('code') ?? '', flow: members.get('flow') ?? '' };
  history.replaceState({ entry }, '', address);
}
