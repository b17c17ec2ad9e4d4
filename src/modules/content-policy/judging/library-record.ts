/** What a record of a library says of its title, as far as it is judged by it. */
export interface LibraryRecord {
  readonly adult: boolean;
  readonly genres: readonly string[];
  /** Empty where there is none. */
  readonly certification: string;
}

/** A record that says nothing a judge could rely on. What carries it must not be passed on. */
export class UnjudgeableRecord extends Error {
  constructor() {
    super('a record of a library has not the shape of a film or series');
    this.name = new.target.name;
  }
}

/**
 * Reads a film or series as a library manager writes it (its JSON, parsed). A member that is left out or null says
 * nothing: no genres, no rating.
 *
 * @throws UnjudgeableRecord for anything but an object, and for members of another type than they should have
 */
export function readLibraryRecord(record: unknown): LibraryRecord {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new UnjudgeableRecord();
  const { adult = null, genres = null, certification = null } = record as Readonly<Record<string, unknown>>;
  if (adult !== null && typeof adult !== 'boolean') throw new UnjudgeableRecord();
  if (certification !== null && typeof certification !== 'string') throw new UnjudgeableRecord();
  if (genres !== null && !isTexts(genres)) throw new UnjudgeableRecord();
  return { adult: adult ?? false, genres: genres ?? [], certification: certification ?? '' };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
