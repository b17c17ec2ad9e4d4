import type { HeadlineTitle, TitleKind } from '../../metadata/metadata.public.js';
import type { FeaturedPage } from '../titles/featured-row.service.js';
import type { FeaturedSource } from '../preferences/discovery-choices.js';
import type { KidsCut, ListedTitle } from '../kids/kids-cut.js';

/** What films and series of the headline row have in common. */
interface FeaturedTitleView {
  /** The metadata provider's id. */
  readonly id: number;
  readonly overview: string;
  /** Path below the provider's image host. */
  readonly poster_path: string | null;
  /** Path below the provider's image host. */
  readonly backdrop_path: string | null;
  /** 0 to 10; 0 where nobody has voted. @fraction */
  readonly vote_average: number;
  /** ISO 639-1; null where the provider names none. */
  readonly original_language: string | null;
}

/** A film of the headline row. */
export interface FeaturedFilmView extends FeaturedTitleView {
  readonly title: string;
  /** YYYY-MM-DD; empty where unknown. */
  readonly release_date: string;
}

/** A series of the headline row. */
export interface FeaturedSeriesView extends FeaturedTitleView {
  readonly name: string;
  /** YYYY-MM-DD; empty where unknown. */
  readonly first_air_date: string;
}

/** A page of the headline row. */
interface FeaturedPageView<Title> {
  /** Where the row comes from. */
  readonly source: FeaturedSource;
  /** The page served, 1 to 500. */
  readonly page: number;
  readonly results: readonly Title[];
  /** How far the row goes, 500 at most. The list provider's goes one page further for as long as there are entries. */
  readonly total_pages: number;
  /** How many the source has, other languages included; of the list provider's, those that were seen so far. */
  readonly total_results: number;
}

export type FeaturedFilmsView = FeaturedPageView<FeaturedFilmView>;
export type FeaturedSeriesPageView = FeaturedPageView<FeaturedSeriesView>;

class FeaturedAnswer<Title> implements FeaturedPageView<Title> {
  readonly source: FeaturedSource;
  readonly page: number;
  readonly results: readonly Title[];
  readonly total_pages: number;
  readonly total_results: number;
  readonly #titles: readonly HeadlineTitle[];

  constructor({ source, page, titles, totalPages, totalResults }: FeaturedPage, view: (title: HeadlineTitle) => Title) {
    this.source = source;
    this.page = page;
    this.results = titles.map(view);
    this.total_pages = totalPages;
    this.total_results = totalResults;
    this.#titles = titles;
  }

  get titles(): readonly HeadlineTitle[] {
    return this.#titles;
  }
}

export const featuredFilmsView = (page: FeaturedPage): FeaturedFilmsView =>
  new FeaturedAnswer(page, (film) => ({
    id: film.tmdbId,
    title: film.title,
    release_date: film.firstDay,
    ...titleView(film),
  }));

export const featuredSeriesView = (page: FeaturedPage): FeaturedSeriesPageView =>
  new FeaturedAnswer(page, (series) => ({
    id: series.tmdbId,
    name: series.title,
    first_air_date: series.firstDay,
    ...titleView(series),
  }));

function titleView(title: HeadlineTitle): Omit<FeaturedTitleView, 'id'> {
  return {
    overview: title.overview,
    poster_path: title.posterPath,
    backdrop_path: title.backdropPath,
    vote_average: title.voteAverage,
    original_language: title.originalLanguage,
  };
}

/** Titles are judged by what they say of themselves too, which doesn't go out with them: looked-up ratings may be a day old. */
export function featuredCut(kind: TitleKind): KidsCut {
  return async (_, view, answered) => {
    if (!(answered instanceof FeaturedAnswer)) throw new Error('a headline row does not say what it was made of');
    const { results, ...rest } = answered;
    const isShown = await Promise.all(answered.titles.map((title) => view.shows(toListedTitle(kind, title))));
    return isShown.every(Boolean) ? answered : { ...rest, results: results.filter((_row, place) => isShown[place]) };
  };
}

function toListedTitle(kind: TitleKind, { tmdbId, flags }: HeadlineTitle): ListedTitle {
  if (!flags) throw new Error('what a title says of itself can not be read');
  return { kind, tmdbId, ...flags };
}
