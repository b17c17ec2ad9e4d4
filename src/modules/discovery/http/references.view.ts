import type { GenreDocument } from './titles.view.js';

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
