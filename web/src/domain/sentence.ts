import type { components } from '../api/schema.js';

/** What the server says, as a code and parameters; its English stands beside it. */
export type Sentence = components['schemas']['SentenceView'];

/** A sentence in another one, with its English. */
export type SentenceInside = components['schemas']['SentenceInside'];

/** What a sentence has in it. */
export type SentenceParams = NonNullable<Sentence['params']>;

/** A language that sentences are said in. */
export interface SentenceLanguage {
  /** By their codes; `{name}` stands for a parameter. */
  readonly texts: Readonly<Record<string, string>>;
  /** A day, which is given as `YYYY-MM-DD`. */
  readonly day: (iso: string) => string;
}

/**
 * A sentence of the server in this language; in the server's English where the language has none for its code, or where
 * something is missing that its text has in it.
 */
export function sentenceIn(language: SentenceLanguage, english: string, sentence: Sentence | undefined): string {
  if (sentence === undefined || !Object.hasOwn(language.texts, sentence.code)) return english;
  const { code, params = {} } = sentence;
  let isWhole = true;
  const said = language.texts[code]?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined) isWhole = false;
    if (typeof param === 'object') return sentenceIn(language, param.text, param);
    return code === 'calendar_day' ? language.day(String(param)) : String(param);
  });
  return said !== undefined && isWhole ? said : english;
}
