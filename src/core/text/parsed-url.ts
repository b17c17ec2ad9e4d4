/**
 * A URL, or null for a text that is none.
 *
 * URL.canParse is not used: on Node 20, once it runs often enough to be optimised, it refuses every address with a letter
 * that isn't ASCII, such as `http://küche.example`.
 *
 * @param base what a relative `text` is resolved against
 */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
