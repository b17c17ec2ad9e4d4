import type { TitleKind } from '../../metadata/metadata.public.js';
import { UnjudgeableJson } from '../proxy.errors.js';

/** Is a film or series shown? Asked with what its record says that it can be judged by, as parsed JSON. */
export type TitleJudge = (kind: TitleKind, record: unknown) => boolean;

/** What a title is judged by, and the id that each has. */
export type TitleMember = 'id' | 'certification' | 'genres' | 'adult';

const MOST_VERDICTS = 1_000;

/** Longer ones than titles have aren't worth the memory. */
const LONGEST_REMEMBERED = 1_000;

/** The film or series that is being read. Titles that say the same of themselves are judged once. */
export class JudgedTitle {
  private readonly verdicts = new Map<string, boolean>();
  private ofKind: TitleKind = 'movie';
  private said = '';
  private hasId = false;

  constructor(private readonly judge: TitleJudge) {}

  get kind(): TitleKind {
    return this.ofKind;
  }

  begin(kind: TitleKind): void {
    this.ofKind = kind;
    this.said = '';
    this.hasId = false;
  }

  /** @param written the value as the document has it */
  says(member: TitleMember, written: string): void {
    if (member !== 'id') this.said += `${this.said === '' ? '' : ','}"${member}":${written}`;
    else if (/^\d+$/.test(written)) this.hasId = true;
  }

  /** @throws UnjudgeableJson for what is no film or series; what the judge throws */
  isShown(): boolean {
    if (!this.hasId) throw new UnjudgeableJson('a title without its id');
    const key = `${this.ofKind} ${this.said}`;
    const known = this.verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = this.judge(this.ofKind, JSON.parse(`{${this.said}}`));
    if (this.verdicts.size < MOST_VERDICTS && key.length < LONGEST_REMEMBERED) this.verdicts.set(key, verdict);
    return verdict;
  }
}

/** A member that a record is judged by, or that leads to one. */
export type JudgedName =
  | TitleMember
  | 'records'
  | 'totalRecords'
  | 'sortKey'
  | 'sortDirection'
  | 'movie'
  | 'series'
  | 'episode'
  | 'seriesId';

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
