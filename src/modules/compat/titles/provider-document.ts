/** A document of the metadata provider's, of which nothing is certain. */
export type Given = Readonly<Record<string, unknown>>;

/** A member that is an object; empty for anything else. */
export function objectIn(value: unknown): Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : {};
}

/** The objects of a member that is a list; none for anything else. */
export function listIn(value: unknown): readonly Given[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

/**
 * The members of an object under the tracker's names: `poster_path` becomes `posterPath`. What the provider doesn't give is
 * left out.
 *
 * @param names the provider's names of those to take
 */
export function renamed(given: Given, names: readonly string[]): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  for (const name of names) if (given[name] !== undefined) taken[camelCase(name)] = given[name];
  return taken;
}

const KNOWN = new Map<string, string>();

function camelCase(name: string): string {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // Names come out of the lists of this program alone, so they are few.
  KNOWN.set(name, camel);
  return camel;
}
