import { keysOfId } from './book-keys.js';

/** A title of a library, as far as its identity is concerned. */
interface TitleGroup {
  /** See `identityKeys`. */
  readonly identityKeys: readonly string[];
}

/** The titles of a library by everything that identifies them; null where a key names several. */
export type TitlesByKey<Group> = ReadonlyMap<string, Group | null>;

/** The title that is meant; undefined when the library has none that is; `ambiguous` when several could be. */
export type Binding<Group> = Group | undefined | 'ambiguous';

/** Indexes the titles of a library. */
export function titlesByKey<Group extends TitleGroup>(groups: Iterable<Group>): TitlesByKey<Group> {
  const index = new Map<string, Group | null>();
  for (const group of groups) {
    for (const key of group.identityKeys) {
      const known = index.get(key);
      index.set(key, known === undefined || known === group ? group : null);
    }
  }
  return index;
}

/**
 * Which title of the library is meant?
 *
 * The exact native id decides when the library has it. Otherwise everything else that is known of the asked title
 * counts: ids of its work and of its editions and its ISBNs, each in its own namespace. It has to name one title alone:
 * when it names two, or one of its keys belongs to two, nothing is bound. A title's words never count.
 *
 * Source: doc 2 section 4, Requests rule 8.
 *
 * @param foreignId the id that was asked for, `hc:<n>` or `bc:<n>`
 * @param known what else is known of the title, as `identityKeys` says it: of a lookup, or of a record that is gone
 */
export function bindBook<Group extends TitleGroup>(
  foreignId: string,
  known: readonly string[],
  titles: TitlesByKey<Group>,
): Binding<Group> {
  const [exact = '', ...implied] = keysOfId(foreignId);
  const filed = titles.get(exact);
  if (filed !== undefined) return filed ?? 'ambiguous';
  const found = new Set<Group>();
  for (const key of [...implied, ...known]) {
    const group = key.startsWith('native:') ? undefined : titles.get(key);
    if (group === null) return 'ambiguous';
    if (group !== undefined) found.add(group);
  }
  if (found.size > 1) return 'ambiguous';
  const [only] = found;
  return only;
}
