import type {
  CompanyDocument,
  ContentRatingsDocument,
  CreatorDocument,
  CrewMemberDocument,
  ExternalIdsDocument,
  FilmCollectionDocument,
  FilmReleasesDocument,
  TitleStreamsDocument,
} from './title-facts.view.js';

/**
 * A film, a series or a person in a list of the metadata provider's, passed on as it is: of its members those that pages read,
 * by the provider's documentation.
 */
interface ListedTitleDocument {
  /** The metadata provider's id. */
  readonly id?: number;
  /** `movie`, `tv` or `person`, in lists that mix them. */
  readonly media_type?: string;
  /** Of a film. */
  readonly title?: string | null;
  /** Of a series or a person. */
  readonly name?: string | null;
  readonly overview?: string | null;
  /** Of a film: YYYY-MM-DD; empty where unknown. */
  readonly release_date?: string | null;
  /** Of a series: YYYY-MM-DD; empty where unknown. */
  readonly first_air_date?: string | null;
  /** Path below the provider's image host. */
  readonly poster_path?: string | null;
  /** Path below the provider's image host. */
  readonly backdrop_path?: string | null;
  /** 0 to 10; 0 where nobody has voted. @fraction */
  readonly vote_average?: number | null;
  /** ISO 639-1. */
  readonly original_language?: string | null;
}

/** A page of a list of the metadata provider's, passed on as it is. */
export interface TitlesPageDocument {
  /** The page served, from 1. */
  readonly page?: number | null;
  readonly results: readonly ListedTitleDocument[];
  readonly total_pages?: number | null;
  readonly total_results?: number | null;
}

/** Films that belong together, as the metadata provider has them; its films are rows as in a browse. */
export interface CollectionDocument {
  /** The metadata provider's id. */
  readonly id: number;
  readonly name?: string | null;
  readonly overview?: string | null;
  /** Path below the provider's image host. */
  readonly poster_path?: string | null;
  /** Path below the provider's image host. */
  readonly backdrop_path?: string | null;
  /** By their release; those without a date come last. */
  readonly parts: readonly ListedTitleDocument[];
}

/** A genre of a title. */
interface GenreDocument {
  readonly id?: number;
  readonly name?: string | null;
}

/** Somebody who played in a title. */
interface CastMemberDocument {
  /** The metadata provider's id of the person. */
  readonly id?: number;
  readonly name?: string | null;
  /** Whom they played. */
  readonly character?: string | null;
  /** Path below the provider's image host. */
  readonly profile_path?: string | null;
}

/** Who was part of a title. */
interface TitleCreditsDocument {
  /** The leading parts first. */
  readonly cast?: readonly CastMemberDocument[] | null;
  readonly crew?: readonly CrewMemberDocument[] | null;
}

/** A video about a title. */
interface VideoDocument {
  /** Where it is to be watched, as `YouTube`. */
  readonly site?: string | null;
  /** The id of the video there. */
  readonly key?: string | null;
  /** As `Trailer`, `Teaser` or `Clip`. */
  readonly type?: string | null;
  readonly official?: boolean | null;
}

/** The videos about a title. */
interface TitleVideosDocument {
  readonly results?: readonly VideoDocument[] | null;
}

/** What the metadata provider's documents of films and of series have in common. */
interface TitleDocument {
  /** The metadata provider's id. */
  readonly id: number;
  readonly overview?: string | null;
  /** Path below the provider's image host. */
  readonly poster_path?: string | null;
  /** Path below the provider's image host. */
  readonly backdrop_path?: string | null;
  readonly genres?: readonly GenreDocument[] | null;
  readonly credits?: TitleCreditsDocument | null;
  readonly videos?: TitleVideosDocument | null;
  /** 0 to 10; 0 where nobody has voted. @fraction */
  readonly vote_average?: number | null;
  /** ISO 639-1. */
  readonly original_language?: string | null;
  /** Empty where there is none. */
  readonly tagline?: string | null;
  readonly production_companies?: readonly CompanyDocument[] | null;
  readonly 'watch/providers'?: TitleStreamsDocument | null;
}

/** A film, passed on as the metadata provider has it: of its members those that pages read. */
export interface FilmDocument extends TitleDocument {
  readonly title: string;
  /** In its original language. */
  readonly original_title?: string | null;
  /** Null where the provider knows none. */
  readonly imdb_id?: string | null;
  /** Null for a film that is part of none. */
  readonly belongs_to_collection?: FilmCollectionDocument | null;
  readonly release_dates?: FilmReleasesDocument | null;
  /** YYYY-MM-DD; empty where unknown. */
  readonly release_date?: string | null;
  /** In minutes; 0 where unknown. */
  readonly runtime?: number | null;
}

/** A season in the document of a series. */
interface SeasonDocument {
  /** 0 holds the specials. */
  readonly season_number: number;
  readonly episode_count: number;
  readonly name?: string | null;
  /** Day of its first episode, YYYY-MM-DD; empty where unknown. */
  readonly air_date?: string | null;
}

/** A series, passed on as the metadata provider has it: of its members those that pages read. */
export interface SeriesDocument extends TitleDocument {
  readonly name: string;
  /** In its original language. */
  readonly original_name?: string | null;
  readonly created_by?: readonly CreatorDocument[] | null;
  readonly networks?: readonly CompanyDocument[] | null;
  readonly external_ids?: ExternalIdsDocument | null;
  readonly content_ratings?: ContentRatingsDocument | null;
  /** YYYY-MM-DD; empty where unknown. */
  readonly first_air_date?: string | null;
  readonly seasons: readonly SeasonDocument[];
}

/** A person, passed on as the metadata provider has them: of the members those that pages read. */
export interface PersonDocument {
  /** The metadata provider's id. */
  readonly id: number;
  readonly name?: string | null;
  readonly biography?: string | null;
  /** YYYY-MM-DD. */
  readonly birthday?: string | null;
  /** YYYY-MM-DD; null while they live. */
  readonly deathday?: string | null;
  readonly place_of_birth?: string | null;
  /** In the provider's words: `Acting`, `Directing`. */
  readonly known_for_department?: string | null;
  /** Path below the provider's image host. */
  readonly profile_path?: string | null;
}

/** A title that a person was part of. */
interface PartDocument {
  /** The metadata provider's id of the title. */
  readonly id?: number;
  /** `movie` or `tv`. */
  readonly media_type?: string;
  /** Of a film. */
  readonly title?: string | null;
  /** Of a series. */
  readonly name?: string | null;
  /** Of a film: YYYY-MM-DD; empty where unknown. */
  readonly release_date?: string | null;
  /** Of a series: YYYY-MM-DD; empty where unknown. */
  readonly first_air_date?: string | null;
  /** Path below the provider's image host. */
  readonly poster_path?: string | null;
  /** @fraction */
  readonly popularity?: number | null;
  /** Whom they played. */
  readonly character?: string | null;
  /** What they did behind the camera. */
  readonly job?: string | null;
}

/** What a person was part of, passed on as the metadata provider has it: of the members those that pages read. */
export interface PersonCreditsDocument {
  readonly id: number;
  /** In front of the camera. */
  readonly cast?: readonly PartDocument[] | null;
  /** Behind it. */
  readonly crew?: readonly PartDocument[] | null;
}

/** The genres of a kind of title, passed on as the metadata provider has them. */
export interface GenresDocument {
  readonly genres: readonly GenreDocument[];
}

/** Somebody who streams. */
interface WatchProviderDocument {
  /** By which a browse names it. */
  readonly provider_id?: number;
  readonly provider_name?: string | null;
  /** The smaller, the better known in the region. */
  readonly display_priority?: number | null;
}

/** Who streams in a region, passed on as the metadata provider has it. */
export interface WatchProvidersDocument {
  readonly results: readonly WatchProviderDocument[];
}

/** A language of titles, passed on as the metadata provider has it. */
export interface LanguageDocument {
  /** ISO 639-1, by which a browse names it. */
  readonly iso_639_1?: string;
  readonly english_name?: string | null;
}
