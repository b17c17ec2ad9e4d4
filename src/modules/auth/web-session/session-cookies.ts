const DAY = 24 * 60 * 60;

/** How long a browser keeps the refresh token, in seconds: as long as it is good. */
const SESSION_SECONDS = 90 * DAY;

/** How long a browser keeps the pass for pictures, in seconds: as long as it is good. */
export const PICTURE_PASS_SECONDS = DAY;

export interface CookieScope {
  /** The name of the installation, 8 hex digits: cookies ignore ports, so it keeps two servers of one host apart. */
  readonly installation: string;
  /** Empty, or `/usher`. */
  readonly basePath: string;
  /** Did the request come by HTTPS, up to a trusted proxy at least? */
  readonly secure: boolean;
}

export const sessionCookieName = (installation: string): string => `usher_${installation}`;

export const pictureCookieName = (installation: string): string => `usher_pictures_${installation}`;

/**
 * The lines that give a browser its session, or take it back where nothing is given. Without a Domain, so that no other host is sent them.
 */
export function sessionCookies(
  { installation, basePath, secure }: CookieScope,
  given: { readonly refreshToken: string; readonly picturePass: string } | null,
): readonly string[] {
  const line = (name: string, path: string, value: string, seconds: number): string =>
    `${name}=${value}; Path=${basePath}${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const { refreshToken = '', picturePass = '' } = given ?? {};
  return [
    line(sessionCookieName(installation), '/api/web', refreshToken, given ? SESSION_SECONDS : 0),
    line(pictureCookieName(installation), '/api/pictures', picturePass, given ? PICTURE_PASS_SECONDS : 0),
  ];
}
