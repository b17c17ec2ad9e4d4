import type { Sentence, SentenceLanguage } from '../domain/sentence.js';
import { LANGUAGE, spoken } from './language.js';

type Words = (english: string, sentence: Sentence | undefined) => string;

/** A day in the reader's own form of the language; as it is given where it is none. */
function day(iso: string): string {
  const at = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return iso;
  return new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

async function translated(texts: SentenceLanguage['texts']): Promise<Words> {
  const { sentenceIn } = await import('../domain/sentence.js');
  return (english, sentence) => sentenceIn({ texts, day }, english, sentence);
}

/** What the server says, in the reader's language; in the server's English where nobody has translated it. */
export const sentenceWords: Words = await spoken<Words>(
  (english) => english,
  async () => translated((await import('./de-sentences.js')).sentences),
);

/** The same as a sentence of its own, where the server may give it as the rest of one. */
export function wholeSentence(english: string, sentence: Sentence | undefined): string {
  const words = sentenceWords(english, sentence);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
}
