/** A member that a record is judged by, or that leads to one. */
export type JudgedName =
  | 'records'
  | 'totalRecords'
  | 'sortKey'
  | 'sortDirection'
  | 'movie'
  | 'series'
  | 'episode'
  | 'seriesId'
  | 'id'
  | 'certification'
  | 'genres'
  | 'adult';

/** More bytes than any of the names can be written with, each letter escaped. */
const LONGEST = 6 * 'certification'.length;

/** The names that matter in one kind of object. */
export class JudgedNames {
  private readonly byName: ReadonlyMap<string, JudgedName>;
  /** By the length of a name: a bit for each letter that one begins with. */
  private readonly firstLetters = new Uint32Array(LONGEST + 1);

  constructor(names: readonly JudgedName[]) {
    this.byName = new Map(names.map((name) => [foldCase(name), name]));
    for (const name of names) this.firstLetters[name.length] = this.lettersOf(name.length) | bitOf(name.charCodeAt(0));
  }

  /** Could this be one, by the bytes of the name alone? @param isPlain nothing is escaped, all is ASCII */
  maybe(length: number, firstByte: number, isPlain: boolean): boolean {
    if (length > LONGEST) return false;
    return !isPlain || (this.lettersOf(length) & bitOf(firstByte)) !== 0;
  }

  /** The name that a reader might take this one for, who makes no difference between small and capital letters. */
  like(name: string): JudgedName | undefined {
    return this.byName.get(foldCase(name));
  }

  private lettersOf(length: number): number {
    return this.firstLetters[length] as number;
  }
}

/** The same for a small letter and a capital one. What is no letter may share it with one. */
const bitOf = (letter: number): number => 1 << (letter & 31);

/** Both ways, for there are letters that only one way leads to an ASCII one. */
const foldCase = (name: string): string => name.toLowerCase().toUpperCase();
