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
