const SLASH = '/';

/** An address or a path without the slashes at its end, in one walk. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === SLASH) end -= 1;
  return text.slice(0, end);
}
