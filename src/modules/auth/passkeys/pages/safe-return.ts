import { parsedUrl } from '../../../../core/text/urls.js';

const APP_ADDRESS = /^usher:\/\//;

const LONGEST = 2_048;

/** A name that resolves nowhere. */
const HERE = 'http://here.invalid';

/** Where a page may send people back: an address of our own app, or a path of this server; null for anything else. */
export function safeReturn(wanted: string | undefined): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers leave some of them out, and what is left is another address
  if (wanted === undefined || wanted.length > LONGEST || /[\u0000-\u0020\u007f\\]/.test(wanted)) return null;
  if (APP_ADDRESS.test(wanted)) return wanted;
  const url = wanted.startsWith('/') ? parsedUrl(wanted, HERE) : null;
  // Two slashes at the start of a path would be another site to who goes by the path alone.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? wanted : null;
}
