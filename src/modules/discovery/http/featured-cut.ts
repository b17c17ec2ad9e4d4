import type { HeadlineTitle, TitleKind } from '../../metadata/metadata.public.js';
import type { KidsCut, ListedTitle } from '../kids/cuts/kids-cut.js';
import { FeaturedAnswer } from './featured.view.js';

/**
 * What a kids account gets of a headline row: the titles within its limits; the totals still describe the source. They are
 * judged by what they said of themselves too, which doesn't go out with them: what their ratings were looked up by may be a
 * day old. Source: doc 2 §4 (Kids accounts on discovery).
 */
export function featuredCut(kind: TitleKind): KidsCut {
  return async (_, view, answered) => {
    if (!(answered instanceof FeaturedAnswer)) throw new Error('a headline row does not say what it was made of');
    const { results, ...rest } = answered;
    const isShown = await Promise.all(answered.titles.map((title) => view.shows(listed(kind, title))));
    return isShown.every(Boolean) ? answered : { ...rest, results: results.filter((_row, place) => isShown[place]) };
  };
}

function listed(kind: TitleKind, { tmdbId, flags }: HeadlineTitle): ListedTitle {
  if (!flags) throw new Error('what a title says of itself can not be read');
  return { kind, tmdbId, ...flags };
}
