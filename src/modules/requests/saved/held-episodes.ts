import { z } from 'zod';

/** The episodes of a series that have a file, by season; all numbers are the library's. */
export type HeldEpisodes = ReadonlyMap<number, readonly number[]>;

const PAIRS = z.array(z.tuple([z.int(), z.array(z.int())]));

/** The stored form: `[[season,[episode,…]],…]`. */
export const writeHeldEpisodes = (held: HeldEpisodes): string => JSON.stringify([...held]);

/** Reads the text of {@link writeHeldEpisodes}; null for none, and for what can't be read: nobody knows then. */
export function readHeldEpisodes(text: string | null): HeldEpisodes | null {
  if (text === null) return null;
  try {
    return new Map(PAIRS.parse(JSON.parse(text)));
  } catch {
    return null;
  }
}
