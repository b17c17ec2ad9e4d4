import type { TitleKind } from '../../metadata/metadata.public.js';
import { UnjudgeableJson } from '../grammar/unjudgeable-json.js';

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
