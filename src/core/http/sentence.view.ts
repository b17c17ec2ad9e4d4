import type { Sentence } from '../errors/sentence.js';

/** A sentence of the server as a code and parameters, so that clients can say it in another language. */
export interface SentenceView {
  /** One of `SentenceCode`, or the code of a refusal; `foreign` for what another program has said, word for word. */
  readonly code: string;
  /** What the sentence has in it: names, numbers and other sentences. */
  readonly params?: Readonly<Record<string, string | number | SentenceInside>>;
}

/** A sentence in another one, with its English. */
interface SentenceInside extends SentenceView {
  readonly text: string;
}

/** The sentence without its English, which stands beside it. */
export function sentenceView({ code, params }: Sentence): SentenceView {
  return Object.keys(params).length === 0 ? { code } : { code, params };
}
