/** A PIN, and the app for which somebody is to approve it. */
interface ApprovedFor {
  readonly code: string;
  readonly clientIdentifier: string;
  readonly product: string;
}

/**
 * Where somebody approves a PIN in a browser.
 *
 * @param webUrl the web app of the provider, without a slash at its end
 * Source: plex facts, PIN sign-in step 2
 */
export function plexSignInUrl(webUrl: string, { code, clientIdentifier, product }: ApprovedFor): string {
  const fields = { clientID: clientIdentifier, code, 'context[device][product]': product };
  return `${webUrl}/auth#?${new URLSearchParams(fields).toString()}`;
}
