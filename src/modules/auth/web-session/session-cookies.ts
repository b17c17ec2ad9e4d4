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

/** The lines that give a browser its session: the refresh token, and the pass for pictures. */
export function sessionCookies(
  scope: CookieScope,
  { refreshToken, picturePass }: { readonly refreshToken: string; readonly picturePass: string },
): readonly string[] {
  return cookieLines(scope, {
    session: { value: refreshToken, seconds: SESSION_SECONDS },
    pictures: { value: picturePass, seconds: PICTURE_PASS_SECONDS },
  });
}

export function expiredCookies(scope: CookieScope): readonly string[] {
  const nothing = { value: '', seconds: 0 };
  return cookieLines(scope, { session: nothing, pictures: nothing });
}

interface CookieContent {
  readonly value: string;
  readonly seconds: number;
}

/** Without a Domain, so that no other host is sent them. */
function cookieLines(
  { installation, basePath, secure }: CookieScope,
  { session, pictures }: Readonly<Record<'session' | 'pictures', CookieContent>>,
): readonly string[] {
  const line = (name: string, path: string, { value, seconds }: CookieContent): string =>
    `${name}=${value}; Path=${basePath}${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return [
    line(sessionCookieName(installation), '/api/web', session),
    line(pictureCookieName(installation), '/api/pictures', pictures),
  ];
}
