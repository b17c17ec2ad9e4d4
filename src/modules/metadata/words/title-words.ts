import type { TmdbTitleWords } from '../../../clients/tmdb/tmdb-schemas.js';

/** The languages that people choose from in the web app (`LANGUAGES` of web/src/domain/language.ts). */
export const WORD_LANGUAGES = ['en', 'de'] as const;

export type WordLanguage = (typeof WORD_LANGUAGES)[number];

/** What a title is called and about; null where the provider has nothing of its own in that language. */
export interface Words {
  readonly title: string | null;
  readonly overview: string | null;
}

export type TitleWords = Readonly<Record<WordLanguage, Words>>;

/** Longer than anything that is meant to be read on a page, in characters. */
const LONGEST = 5_000;

/** What the provider says of a title, in each language of the web app. */
export function wordsOf(title: TmdbTitleWords): TitleWords {
  const english = { title: firstText([title.title ?? title.name]), overview: firstText([title.overview]) };
  return { en: english, de: translation(title, 'de', 'DE') };
}

/**
 * Of several forms of a language that of `country` goes first. An empty title of a translation is the original one: it is known to be
 * in this language only where the title comes from there.
 */
function translation(title: TmdbTitleWords, language: WordLanguage, country: string): Words {
  const rows = title.translations.translations.filter(({ iso_639_1 }) => iso_639_1 === language);
  const atHome = rows.filter(({ iso_3166_1 }) => iso_3166_1 === country);
  const abroad = rows.filter(({ iso_3166_1 }) => iso_3166_1 !== country);
  const original = title.original_language === language ? (title.original_title ?? title.original_name) : null;
  return {
    title: firstText([...atHome.map(nameIn), original, ...abroad.map(nameIn)]),
    overview: firstText([...atHome, ...abroad].map(({ data }) => data?.overview)),
  };
}

type Translation = TmdbTitleWords['translations']['translations'][number];

const nameIn = ({ data }: Translation): string | null => data?.title ?? data?.name ?? null;

function firstText(texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => text && text.length <= LONGEST && text.trim() !== '') ?? null;
}
