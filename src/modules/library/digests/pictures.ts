import { parsedUrl } from '../../../core/text/urls.js';

export interface ManagerPicture {
  /** Path below the manager's own address, or an address; null where it has none. */
  readonly url: string | null;
  /** The copy of the metadata service; null where it names none. */
  readonly remoteUrl: string | null;
}

export interface ShownPictures {
  /** What a path of the manager's art looks like, from `/MediaCover/` on. */
  readonly path: RegExp;
  /** The hosts that have copies. */
  readonly hosts: ReadonlySet<string>;
}

const ART = '/MediaCover/';

const LONGEST_ADDRESS = 1_000;

/**
 * The path of the manager's own art, from `/MediaCover/` on, or else the https address of a copy, of at most 1,000 characters.
 * Null for any other, and so for every address of the manager itself: it may be a private one, and members reach art through
 * our proxy alone.
 * Source: doc 4 section 2, cover values; doc 2 section 4, Library digest rules, book-author.
 */
export function shownPicture(picture: ManagerPicture | null, { path, hosts }: ShownPictures): string | null {
  if (!picture) return null;
  return artPath(picture.url, path) ?? copyOf(picture.remoteUrl, hosts) ?? copyOf(picture.url, hosts);
}

/** Below our proxy for the manager's own art, which clients fetch as themselves; a copy's own address. Empty without a picture. */
export function pictureAddress(shown: string | null, instanceId: string): string {
  if (shown === null) return '';
  return shown.startsWith('/') ? `/api/instances/${encodeURIComponent(instanceId)}${shown}` : shown;
}

/** A manager below a base path writes that before its art; what it adds as a query is of no use to us. */
function artPath(url: string | null, path: RegExp): string | null {
  if (!url?.startsWith('/')) return null;
  const from = url.indexOf(ART);
  const [plain = ''] = from < 0 ? [] : url.slice(from).split('?', 1);
  return path.test(plain) ? plain : null;
}

function copyOf(text: string | null, hosts: ReadonlySet<string>): string | null {
  // It may grow when it is written out; a longer one is not even judged.
  if (!text?.startsWith('https://') || text.length > LONGEST_ADDRESS) return null;
  const url = parsedUrl(text);
  const isPlain = url && url.username === '' && url.password === '' && url.port === '';
  return isPlain && hosts.has(url.hostname) && url.href.length <= LONGEST_ADDRESS ? url.href : null;
}
