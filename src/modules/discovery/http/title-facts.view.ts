/** A company that made a title, or a network that shows it. */
export interface CompanyDocument {
  /** The metadata provider's id. */
  readonly id?: number;
  readonly name?: string | null;
  /** Path below the provider's image host. */
  readonly logo_path?: string | null;
  /** ISO 3166-1 alpha-2; empty where unknown. */
  readonly origin_country?: string | null;
}

/** A release of a film in a country. */
interface FilmReleaseDocument {
  /** As the country rates it; empty where the release was not rated. */
  readonly certification?: string | null;
  /** 1 premiere, 2 limited theatrical, 3 theatrical, 4 digital, 5 physical, 6 TV. */
  readonly type?: number | null;
  /** A time in the provider's writing, as `2024-05-10T00:00:00.000Z`. */
  readonly release_date?: string | null;
}

/** The releases of a film in one country. */
interface CountryReleasesDocument {
  /** ISO 3166-1 alpha-2. */
  readonly iso_3166_1?: string | null;
  readonly release_dates?: readonly FilmReleaseDocument[] | null;
}

/** The releases of a film. */
export interface FilmReleasesDocument {
  readonly results?: readonly CountryReleasesDocument[] | null;
}

/** The collection that a film is part of. */
export interface FilmCollectionDocument {
  /** The metadata provider's id, by which `GET /api/media/collections/{id}` has its films. */
  readonly id?: number;
  readonly name?: string | null;
  /** Path below the provider's image host. */
  readonly poster_path?: string | null;
  /** Path below the provider's image host. */
  readonly backdrop_path?: string | null;
}

/** What a series is rated in a country. */
interface ContentRatingDocument {
  /** ISO 3166-1 alpha-2. */
  readonly iso_3166_1?: string | null;
  /** As the country rates it; empty where it doesn't. */
  readonly rating?: string | null;
}

/** What a series is rated. */
export interface ContentRatingsDocument {
  readonly results?: readonly ContentRatingDocument[] | null;
}

/** The ids of a series in other catalogs. */
export interface ExternalIdsDocument {
  /** Null where the provider knows none. */
  readonly imdb_id?: string | null;
  /** In TheTVDB; null where the provider knows none. */
  readonly tvdb_id?: number | null;
}

/** Somebody who streams a title in a country. */
interface StreamDocument {
  readonly provider_name?: string | null;
}

/** Where a title is streamed in a country. Source: JustWatch, which has to be named. */
interface CountryStreamsDocument {
  /** For those who have subscribed. */
  readonly flatrate?: readonly StreamDocument[] | null;
}

/** Where a title is streamed, by country, ISO 3166-1 alpha-2. */
export interface TitleStreamsDocument {
  readonly results?: Readonly<Record<string, CountryStreamsDocument>> | null;
}

/** Somebody who created a series. */
export interface CreatorDocument {
  /** The metadata provider's id of the person. */
  readonly id?: number;
  readonly name?: string | null;
}

/** Somebody who worked on a title behind the camera. */
export interface CrewMemberDocument {
  /** The metadata provider's id of the person. */
  readonly id?: number;
  readonly name?: string | null;
  /** In the provider's words: `Director`, `Screenplay`, `Writer`. */
  readonly job?: string | null;
  /** In the provider's words: `Directing`, `Writing`. */
  readonly department?: string | null;
  /** Path below the provider's image host. */
  readonly profile_path?: string | null;
}
