import type { JsonTree } from './json-tree.js';
import type { WrittenShape } from './records-writer.js';

/** Thrown by the model for what can't be judged. */
export class CannotJudge extends Error {}

/** Is a title shown, by what it says of itself? Undefined where it says something that nobody understands. */
export type ModelJudge = (kind: 'movie' | 'tv', members: Readonly<Record<string, JsonTree>>) => boolean | undefined;

/** How records are laid out, and what a record is that is a title itself. */
export type ModelShape = WrittenShape & { readonly kind: 'movie' | 'tv' };

interface Members {
  readonly members: readonly (readonly [string, JsonTree])[];
}

const sameLetters = (one: string, other: string): boolean => one.toLowerCase().toUpperCase() === other.toUpperCase();
const isNull = (tree: JsonTree): boolean => 'scalar' in tree && tree.scalar === 'null';

/**
 * The document as a kids account sees it, by the rule as it is written; null for a record that it does not see.
 *
 * @throws CannotJudge
 */
export function cutTree(
  tree: JsonTree,
  { layout, kind: ownKind, parent }: ModelShape,
  judge: ModelJudge,
): JsonTree | null {
  const title = (record: JsonTree, kind = ownKind): boolean => {
    const object = objectIn(record);
    const found = Object.fromEntries(
      ['id', 'certification', 'genres', 'adult'].flatMap((name) => {
        const value = only(object, name);
        return value ? [[name, value]] : [];
      }),
    );
    const { id } = found;
    const verdict = judge(kind, found);
    if (verdict === undefined || !id || !('scalar' in id) || !/^\d+$/.test(id.scalar)) throw new CannotJudge();
    return verdict;
  };
  const titlesOf = (object: Members): readonly [string, boolean][] =>
    (['movie', 'series'] as const).flatMap((name) => {
      const value = only(object, name);
      return !value || isNull(value) ? [] : [[name, title(value, name === 'movie' ? 'movie' : 'tv')]];
    });
  const row = (record: JsonTree): boolean => {
    const object = objectIn(record);
    const own = titlesOf(object);
    const episode = only(object, 'episode');
    const ofEpisode = !episode || isNull(episode) ? [] : titlesOf(objectIn(episode));
    const id = only(object, 'seriesId');
    for (const one of [id, only(object, 'id')]) if (one && ('list' in one || 'members' in one)) throw new CannotJudge();
    return own.some(([name]) => name === parent) && [...own, ...ofEpisode].every(([, shown]) => shown);
  };
  const isShown = (record: JsonTree): boolean => (parent === null ? title(record) : row(record));
  const cutList = (list: JsonTree): JsonTree => {
    if (!('list' in list)) throw new CannotJudge();
    return { list: list.list.filter(isShown) };
  };
  if (layout === 'single') return isShown(tree) ? tree : null;
  if (layout === 'list') return cutList(tree);
  const page = objectIn(tree);
  for (const name of ['totalRecords', 'sortKey', 'sortDirection']) only(page, name);
  const list = only(page, 'records');
  if (!list || page.members.some(([, value]) => value !== list && ('list' in value || 'members' in value)))
    throw new CannotJudge();
  return { members: page.members.map(([name, value]) => [name, value === list ? cutList(list) : value]) };
}

function objectIn(tree: JsonTree): Members {
  if (!('members' in tree)) throw new CannotJudge();
  return tree;
}

/** The member of this name; two of them, or one that others could take for it, can't be judged. */
function only({ members }: Members, name: string): JsonTree | undefined {
  const like = members.filter(([one]) => sameLetters(one, name));
  if (like.length > 1 || like.some(([one]) => one !== name)) throw new CannotJudge();
  return like[0]?.[1];
}
