import { refusalIn } from '../domain/refusal-sentence.js';
import { spoken } from './language.js';

/** A refusal of the server in words for people, in the reader's language; undefined where a page has none for it. */
export async function refusalWords(sentence: string): Promise<string | undefined> {
  const { refusals } = await import('./en-refusals.js');
  return refusalIn(await spoken(refusals, async () => (await import('./de-refusals.js')).refusals), sentence);
}
