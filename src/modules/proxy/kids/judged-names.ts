/** A member that a record is judged by, or that leads to one. */
export type JudgedName =
  'records' | 'movie' | 'series' | 'episode' | 'seriesId' | 'id' | 'certification' | 'genres' | 'adult';

/** More bytes than any of the names can be written with, each letter escaped. */
const LONGEST = 6 * 'certification'.length;

/** The names that matter in one kind of object. Each has another length than the others. */
export class JudgedNames {
  private readonly byName: ReadonlyMap<string, JudgedName>;
  /** By the length of a name: its first letter, 0 for none. */
  private readonly firstLetters = new Uint8Array(LONGEST + 1);

  constructor(names: readonly JudgedName[]) {
    this.byName = new Map(names.map((name) => [folded(name), name]));
    for (const name of names) this.firstLetters[name.length] = name.charCodeAt(0);
  }

  /**
   * Could this be one of them? Decided by the bytes of a name, without making a text of it.
   *
   * @param isPlain the bytes are the letters: nothing is escaped, all is ASCII
   */
  maybe(length: number, firstByte: number, isPlain: boolean): boolean {
    if (length > LONGEST) return false;
    return !isPlain || this.firstLetters[length] === (firstByte | 0x20);
  }

  /** The name that a reader might take this one for, who makes no difference between small and capital letters. */
  like(name: string): JudgedName | undefined {
    return this.byName.get(folded(name));
  }
}

/** Both ways, for there are letters that only one way leads to an ASCII one. */
const folded = (name: string): string => name.toLowerCase().toUpperCase();
