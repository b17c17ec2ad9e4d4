import type { TitleKind, WordedTitles } from '../../metadata/metadata.public.js';
import type { KidsCut, KidsView } from '../kids/kids-cut.js';

/** What a title is called and about. Null where the provider has nothing of its own in that language: what other routes say stands. */
interface TitleWordsView {
  readonly title: string | null;
  readonly overview: string | null;
}

type WordsById = Readonly<Record<string, TitleWordsView>>;

/** By their ids. Left out is what isn't known yet, what the provider doesn't have, and what a kids account may not see. */
export interface WordedTitlesView {
  readonly movies: WordsById;
  readonly series: WordsById;
  /** False while the provider is still being asked about some of the titles: a later call has more of them. */
  readonly complete: boolean;
}

export const wordedTitlesView = (words: WordedTitles): WordedTitlesView => ({
  movies: wordsOfKind(words, 'movie'),
  series: wordsOfKind(words, 'tv'),
  complete: words.isComplete,
});

function wordsOfKind({ titles }: WordedTitles, kind: TitleKind): WordsById {
  const own = titles.filter((title) => title.kind === kind);
  return Object.fromEntries(own.map(({ tmdbId, title, overview }) => [String(tmdbId), { title, overview }]));
}

/** The words say nothing that a title could be judged by: its looked-up ratings, genres and flag alone do. */
export const wordsCut: KidsCut = async (_, view, answered) => {
  const { movies, series, complete } = answered as WordedTitlesView;
  const [shownFilms, shownSeries] = await Promise.all([
    shownWords(view, 'movie', movies),
    shownWords(view, 'tv', series),
  ]);
  return { movies: shownFilms, series: shownSeries, complete } satisfies WordedTitlesView;
};

async function shownWords(view: KidsView, kind: TitleKind, words: WordsById): Promise<WordsById> {
  const judged = Object.entries(words).map(async ([id, one]) => {
    const isShown = await view.shows({ kind, tmdbId: Number(id), adult: false, genreIds: [] });
    return isShown ? [[id, one] as const] : [];
  });
  return Object.fromEntries((await Promise.all(judged)).flat());
}
