/** What the server says of the ways to sign in, as far as pages need it. */
interface Offered {
  readonly webauthn_available: boolean;
  readonly hub_available?: true;
  readonly sso_available?: true;
  readonly sso_provider?: string;
  readonly sso_only?: true;
  readonly sso_origin?: string;
}

/** Where the reader's browser is. */
export interface Surroundings {
  /** The browser calls the address safe: HTTPS, or this very computer. */
  readonly isSecure: boolean;
  readonly knowsPasskeys: boolean;
  readonly origin: string;
}

/** Can passkeys be used here? If not, what is in the way? */
export type PasskeyPlace = 'here' | 'no-https' | 'no-name' | 'no-browser';

const NUMBER = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Browsers use passkeys with HTTPS alone, and only where the address has a name. */
export function passkeyPlace({ isSecure, knowsPasskeys, origin }: Surroundings): PasskeyPlace {
  if (!isSecure) return 'no-https';
  if (NUMBER.test(new URL(origin).hostname)) return 'no-name';
  return knowsPasskeys ? 'here' : 'no-browser';
}

/** The ways to sign in that a page offers, in this order. Source: design of the web app, section 4 */
export interface SignInWays {
  readonly passkey: boolean;
  readonly hub: boolean;
  /** What the button of single sign-on says; undefined where there is none, or it begins elsewhere. */
  readonly sso: string | undefined;
  /** Single sign-on begins at this address, which isn't the one that is open. */
  readonly ssoElsewhere: string | undefined;
  /** Who signs in with a password (and a passkey): everybody, or administrators alone. */
  readonly password: 'everybody' | 'administrators';
}

const DEFAULT_LABEL = 'Single sign-on';

/** The ways that the server offers and this browser can go. */
export function signInWays(offered: Offered, surroundings: Surroundings): SignInWays {
  const { sso_available: hasSso, sso_origin: origin } = offered;
  const isHere = origin === surroundings.origin;
  return {
    passkey: offered.webauthn_available && passkeyPlace(surroundings) === 'here',
    hub: offered.hub_available === true && offered.sso_only !== true,
    sso: hasSso && isHere ? offered.sso_provider || DEFAULT_LABEL : undefined,
    ssoElsewhere: hasSso && origin !== undefined && !isHere && isLink(origin) ? origin : undefined,
    password: offered.sso_only ? 'administrators' : 'everybody',
  };
}

/** An address that a page may link to: with HTTPS, or of this very computer. */
const isLink = (origin: string): boolean => /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin);
