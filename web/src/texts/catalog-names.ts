import { spoken } from './language.js';

/** Names of genres and languages, which the metadata provider has in English alone. */
export interface CatalogNames {
  /** @param name what the provider calls it, for one that nobody has translated */
  genre(id: number, name: string): string;
  /** @param code of ISO 639-1, or one that the provider has made up; `name` as for a genre */
  language(code: string, name: string): string;
}

const asProvided: CatalogNames = { genre: (_, name) => name, language: (_, name) => name };

/** Names of genres and languages in the reader's language. Only pages that show some load it. */
export const catalogNames: CatalogNames = await spoken(
  asProvided,
  async () => (await import('./de-catalog-names.js')).deCatalogNames,
);
