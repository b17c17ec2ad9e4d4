import { ratingOf, yearOf } from './found-titles.js';

/** What the picture at the top of Home says of a title. What is unknown is empty. */
export interface HeroFacts {
  /** The path of its backdrop as the provider names it. */
  readonly backdrop: string;
  readonly year: string;
  /** In minutes. */
  readonly runtime: number | undefined;
  /** Of ten: `7.7`. */
  readonly rating: string;
}

/** Reads these few members of the provider's document; a member of another type stays empty. */
export function heroFacts(document: object): HeroFacts {
  const { backdrop_path: backdrop, runtime, ...rest } = document as Readonly<Record<string, unknown>>;
  return {
    backdrop: typeof backdrop === 'string' ? backdrop : '',
    year: yearOf(rest),
    runtime: typeof runtime === 'number' && runtime > 0 ? runtime : undefined,
    rating: ratingOf(rest),
  };
}
