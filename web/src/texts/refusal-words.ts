import type { Sentence } from '../domain/sentence.js';
import { spoken } from './language.js';

/** A refusal of the server in words for people, in the reader's language; undefined where a page has none for it. */
export async function refusalWords({ code, params = {} }: Partial<Sentence>): Promise<string | undefined> {
  const { refusals } = await import('./en-refusals.js');
  const words = await spoken(refusals, async () => (await import('./de-refusals.js')).refusals);
  if (code === undefined || !Object.hasOwn(words, code)) return undefined;
  const said = words[code as keyof typeof words];
  return typeof said === 'string' ? said : said(params);
}
