/** How somebody gets the app onto the home screen, or what is missing for it. */
export type InstallAdvice =
  /** This is the installed app. */
  | 'installed'
  /** The address is no secure one, so that no browser installs it. */
  | 'needs-https'
  /** The browser asks by itself once it is told to. */
  | 'button'
  /** Safari does it by its share menu. */
  | 'share-menu'
  /** This browser installs no apps on a computer. */
  | 'other-browser'
  /** By the browser's own menu. */
  | 'browser-menu';

/** What is known of the browser. */
export interface InstallFacts {
  readonly isInstalled: boolean;
  /** HTTPS with a certificate that the browser trusts, or the same computer. */
  readonly isSecure: boolean;
  /** The browser has said that it can ask. */
  readonly canAsk: boolean;
  readonly userAgent: string;
}

/** Which way this browser has. Where nothing else is known, it is its menu. */
export function installAdvice({ isInstalled, isSecure, canAsk, userAgent }: InstallFacts): InstallAdvice {
  if (isInstalled) return 'installed';
  if (!isSecure) return 'needs-https';
  if (canAsk) return 'button';
  // All browsers of iPhones and iPads share their way, whatever they are called.
  if (/\b(?:iPhone|iPad)\b/.test(userAgent)) return 'share-menu';
  if (/\bSafari\//.test(userAgent) && !/Chrom|Android/.test(userAgent)) return 'share-menu';
  return /\bFirefox\//.test(userAgent) && !/\bAndroid\b/.test(userAgent) ? 'other-browser' : 'browser-menu';
}
