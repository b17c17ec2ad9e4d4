import type { CardTitle } from './card-title.js';
import { titleKey } from './title-key.js';

/** What a title is called and about in the reader's language; null where nobody has it in that language. */
export interface TitleWords {
  readonly title: string | null;
  readonly overview: string | null;
}

/** So often is asked about the same titles where some are still unknown: a first time, and twice more. */
const MOST_ANSWERS = 3;

/** So much later, in milliseconds: the server goes on asking meanwhile. */
const ASK_AGAIN_MS = 3_000;

/** These titles as the reader calls them, in their order. What has no words in their language keeps its own. */
export function worded<T extends CardTitle>(
  titles: readonly T[],
  words: ReadonlyMap<string, TitleWords>,
): readonly T[] {
  return titles.map((found) => {
    const title = words.get(titleKey(found.kind, found.id))?.title;
    return title ? { ...found, title } : found;
  });
}

/** After how many milliseconds it is asked about the same titles again; false for never. */
export const askAgainAfter = (isComplete: boolean, answers: number): number | false =>
  !isComplete && answers < MOST_ANSWERS && ASK_AGAIN_MS;
