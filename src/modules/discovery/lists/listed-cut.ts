import type { KidsCut, KidsView, ListedTitle } from '../kids/cuts/kids-cut.js';
import { ListedRows } from './listed-rows.js';
import { readListed, withoutWords } from './read-listed.js';

/**
 * What a kids account gets of a list provider's feed: rows whose titles are all within its limits, without what people write
 * beside them. A title without an id at the metadata provider can't be judged, and isn't shown. Lists that people have
 * made have names and descriptions that nobody has judged, so of those there are none; the items of a list that is asked
 * for by its address are titles like others. Source: doc 2 §4 (Kids accounts on discovery), security 19.
 */
export const listedCut: KidsCut = async (answer, view, answered) => {
  if (!(answered instanceof ListedRows)) throw new Error('a feed does not say what its rows are');
  if (answered.rows === 'lists') return [];
  const read = readListed(answer, answered.rows);
  const isShown = await Promise.all(read.map(({ titles }) => showsAll(view, titles)));
  const left = read.filter((_, place) => isShown[place]).map(({ row }) => withoutWords(row));
  const isWhole = left.length === read.length && left.every((row, place) => row === read[place]?.row);
  return isWhole ? answer : left;
};

async function showsAll(view: KidsView, titles: readonly ListedTitle[] | null): Promise<boolean> {
  const verdicts = await Promise.all((titles ?? []).map((title) => view.shows(title)));
  return titles !== null && verdicts.every(Boolean);
}
