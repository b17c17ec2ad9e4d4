/** How many bytes do kept texts count for? An upper bound: the engine keeps at most two per character. */
export function keptBytesOf(...texts: readonly string[]): number {
  return texts.reduce((bytes, text) => bytes + text.length * 2, 0);
}
