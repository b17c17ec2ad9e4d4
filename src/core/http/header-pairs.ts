/** Headers in their order, each as often as it comes: name and value. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Headers as Node lists them: names and values in turn. */
export function headerPairs(rawHeaders: readonly string[]): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/** Every value of a header, whatever the case of its name. */
export function headerValues(headers: HeaderPairs, name: string): readonly string[] {
  return headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}
