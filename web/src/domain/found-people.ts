/** Somebody whom a search has found. */
export interface FoundPerson {
  readonly id: number;
  readonly name: string;
  /** What they are known for, as the metadata provider says it: `Acting`; empty where it doesn't. */
  readonly knownFor: string;
  /** The path of their portrait as the provider names it; empty where there is none. */
  readonly portrait: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The people in an answer of a search, in its order. It comes from outside: who has no number or no name is left out. */
export function foundPeople({ results }: { readonly results: readonly object[] }): readonly FoundPerson[] {
  return (results as readonly Readonly<Record<string, unknown>>[]).flatMap((entry) => {
    const { media_type: kind, id } = entry;
    const name = text(entry.name);
    if (kind !== 'person' || typeof id !== 'number' || name === '') return [];
    return [{ id, name, knownFor: text(entry.known_for_department), portrait: text(entry.profile_path) }];
  });
}
