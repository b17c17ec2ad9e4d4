/** Bytes in UTF-8. */
const LONGEST = 240;

/** An ending that is kept when a name is cut, in bytes. */
const LONGEST_ENDING = 16;

/** What Windows takes for a device, whatever follows the first dot: a file can't be saved under it there. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/**
 * The last name of a path, without what could lead elsewhere or write something else: control and format characters, slashes, quotes, what
 * file systems refuse, half surrogates, dots and blanks at either end. At most 240 bytes, the ending kept; `_` comes before what Windows
 * takes for a device.
 * @param name as the manager writes it; empty where it can't be read
 */
export function downloadName(name: string, fileId: number): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["'<>:|?*\\/]/g, '_');
  const { stem, ending } = splitEnding(noDevice(withoutEdges(plain)));
  const kept = withoutEdges(cut(stem, LONGEST - Buffer.byteLength(ending)));
  // A name may be one of a device only once it is cut, and is short then.
  return kept === '' ? `media-file-${fileId}` : noDevice(kept + ending);
}

const noDevice = (name: string): string => (DEVICE.test(name) ? `_${name}` : name);

/** Dots and blanks at either end; by hand, since a pattern for both ends takes long over many of them. */
function withoutEdges(name: string): string {
  const isEdge = (at: number): boolean => name[at] === '.' || name[at]?.trim() === '';
  let [from, to] = [0, name.length];
  while (from < to && isEdge(from)) from += 1;
  while (to > from && isEdge(to - 1)) to -= 1;
  return name.slice(from, to);
}

function splitEnding(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot);
  return Buffer.byteLength(ending) > LONGEST_ENDING
    ? { stem: name, ending: '' }
    : { stem: name.slice(0, name.length - ending.length), ending };
}

/** No more of a text than so many bytes, in whole characters. */
function cut(text: string, bytes: number): string {
  let [length, kept] = [0, ''];
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}

/** A name in ASCII for programs that know no other, and the whole one. @param name as {@link downloadName} made it */
export function attachment(name: string): string {
  // Some programs decode `%` in the plain name, which says nothing of the kind.
  const ascii = name.replace(/[^\x20-\x7e]|[%"\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
