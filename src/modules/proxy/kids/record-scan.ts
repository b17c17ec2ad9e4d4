import { isUtf8 } from 'node:buffer';
import { ESCAPED, FOREIGN } from '../grammar/byte-kinds.js';
import { inSlices, JsonWalk } from '../grammar/json-walk.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import type { GatedShape } from './gated-shape.js';
import { KeptRecords } from './kept-records.js';
import { type JudgedName, JudgedNames, JudgedTitle, type TitleJudge, type TitleMember } from './judged-title.js';

export type Cut =
  /** These bytes may be seen; of a page, this is what it says of the list that it is of. */
  | { readonly kind: 'shown'; readonly bytes: Buffer; readonly page?: PageFacts }
  | { readonly kind: 'hidden' }
  /** It is one record, which doesn't name its title. */
  | { readonly kind: 'orphan'; readonly seriesId: string | undefined };

export interface PageFacts {
  /** How many records the manager has put on it, those that are not shown among them. */
  readonly rows: number;
  /** Their ids, of those that have one: whole numbers, as they are written. */
  readonly ids: readonly string[];
  /** Where each record that is shown begins and ends, in turn. */
  readonly places: readonly number[];
  /** Undefined where it says nothing that could be a number of records. */
  readonly totalRecords: number | undefined;
  /** As JSON strings; undefined where there is none. */
  readonly sortKey: string | undefined;
  readonly sortDirection: string | undefined;
}

/** What an object or a list is, from the document inwards. What is none of them is of no matter. */
type Role = 'page' | 'list' | 'title' | 'row' | 'episode';

const NAMES: Readonly<Record<Role, JudgedNames>> = {
  page: new JudgedNames(['records', 'totalRecords', 'sortKey', 'sortDirection']),
  list: new JudgedNames([]),
  title: new JudgedNames(['id', 'certification', 'genres', 'adult']),
  row: new JudgedNames(['id', 'movie', 'series', 'episode', 'seriesId']),
  episode: new JudgedNames(['movie', 'series']),
};

const RECORD_DEPTH = { single: 1, list: 2, page: 3 } as const;

/** The most bytes of ratings or genres that are looked into. No title has a thousandth of it. */
const LONGEST_VALUE = 64 * 1024;

/** Longer than the name of any member that a list is sorted by. */
const LONGEST_SORTING = 200;

/** More records than any page has that somebody asks for. */
const MOST_ROWS = 100_000;

/** Judging a title costs as much as passing by so many bytes. */
const COST_OF_VERDICT = 400;

const LETTER_N = 0x6e;

/**
 * Takes out the records that may not be seen, and pauses (`yield`) after every few milliseconds. Those that stay keep their bytes. All
 * titles of a row must be shown; a row without its title goes. A judged name that is there twice or in another case makes the document
 * unjudgeable, since readers differ in which one they take.
 * @param bytes valid UTF-8, which the caller has checked; they are overwritten
 * @throws UnjudgeableJson for what is no JSON, or laid out otherwise; what the judge throws
 */
export function scanRecords(bytes: Buffer, shape: GatedShape, judge: TitleJudge): Generator<void, Cut> {
  return new RecordScan(bytes, shape, judge).cut();
}

/**
 * Takes out the records that a kids account may not see, in slices; the bytes are written over.
 * @throws UnjudgeableJson for what can't be judged; what the judge throws; the signal's reason when it is aborted
 */
export async function cutRecords(
  bytes: Buffer,
  shape: GatedShape,
  judge: TitleJudge,
  signal?: AbortSignal,
): Promise<Cut> {
  if (!isUtf8(bytes)) throw new UnjudgeableJson('something other than UTF-8');
  return inSlices(scanRecords(bytes, shape, judge), signal);
}

class RecordScan extends JsonWalk {
  private readonly roles: Role[] = [];
  private readonly had: Set<JudgedName>[] = [];
  private readonly records: KeptRecords;
  private readonly title: JudgedTitle;
  private name: JudgedName | undefined;
  /** Where the value began that is a list or an object of no matter itself. */
  private valueStart = 0;
  private recordStart = 0;
  private hasTitle = false;
  private isHidden = false;
  private seriesId: string | undefined;
  private hasList = false;
  private rows = 0;
  private readonly ids: string[] = [];
  private readonly said: Partial<Record<JudgedName, string>> = {};

  constructor(
    bytes: Buffer,
    private readonly shape: GatedShape,
    judge: TitleJudge,
  ) {
    super(bytes);
    this.records = new KeptRecords(bytes, shape.layout === 'page');
    this.title = new JudgedTitle(judge);
  }

  *cut(): Generator<void, Cut> {
    yield* this.slices();
    if (this.shape.layout !== 'single') {
      if (!this.hasList) throw unexpected();
      const bytes = this.records.document();
      return this.shape.layout === 'list' ? { kind: 'shown', bytes } : { kind: 'shown', bytes, page: this.page() };
    }
    if (this.isHidden) return { kind: 'hidden' };
    return this.hasTitle ? { kind: 'shown', bytes: this.bytes } : { kind: 'orphan', seriesId: this.seriesId };
  }

  protected override onEnter(isObject: boolean, start: number): void {
    if (this.depth > this.roles.length + 1) return;
    const name = this.takeName();
    const role = this.roleOf(name, isObject);
    if (role === undefined) {
      this.valueStart = start;
      this.name = name;
      return;
    }
    this.roles.push(role);
    this.had.push(new Set());
    if (role === 'list') this.beginList();
    if (role === 'title') this.title.begin(name === undefined ? this.shape.kind : name === 'movie' ? 'movie' : 'tv');
    if (this.isRecord()) this.beginRecord(start);
  }

  protected override onLeave(): void {
    if (this.depth > this.roles.length) return;
    if (this.depth === this.roles.length) {
      this.endValue(this.valueStart);
      return;
    }
    const wasRecord = this.isRecord();
    const role = this.roles.pop();
    this.had.pop();
    if (role === 'title') this.endTitle();
    if (wasRecord && this.roles.at(-1) === 'list') this.endRecord();
  }

  protected override onName(start: number): void {
    if (this.depth !== this.roles.length) return;
    const role = this.roles[this.depth - 1] as Role;
    const isPlain = (this.text.flags & (ESCAPED | FOREIGN)) === 0;
    if (!NAMES[role].maybe(this.at - start - 2, this.bytes[start + 1] as number, isPlain)) return;
    const written = this.textFrom(start);
    const name = NAMES[role].like(written);
    if (name === undefined) return;
    const had = this.had[this.depth - 1] as Set<JudgedName>;
    if (written !== name || had.has(name)) throw new UnjudgeableJson('a name that is judged is there in two ways');
    had.add(name);
    this.name = name;
  }

  protected override onString(start: number): void {
    if (this.depth === this.roles.length) this.endValue(start);
  }

  protected override onScalar(start: number): void {
    if (this.depth === this.roles.length) this.endValue(start);
  }

  /** Undefined for a list or an object that doesn't matter. @throws UnjudgeableJson for one that should not be there */
  private roleOf(name: JudgedName | undefined, isObject: boolean): Role | undefined {
    const { layout, parent } = this.shape;
    const record = parent === null ? 'title' : 'row';
    switch (this.roles.at(-1)) {
      case undefined:
        return layout === 'list' ? mustBe('list', !isObject) : mustBe(layout === 'page' ? 'page' : record, isObject);
      case 'page':
        return mustBe('list', name === 'records' && !isObject);
      case 'list':
        return mustBe(record, isObject);
      case 'title':
        return undefined;
      case 'row':
      case 'episode':
        if (name === undefined) return undefined;
        return mustBe(name === 'episode' ? 'episode' : 'title', isObject && name !== 'seriesId' && name !== 'id');
    }
  }

  private isRecord(): boolean {
    return this.roles.length === RECORD_DEPTH[this.shape.layout];
  }

  private beginList(): void {
    this.hasList = true;
    this.records.listBegins(this.at);
  }

  private beginRecord(start: number): void {
    this.recordStart = start;
    this.hasTitle = false;
    this.isHidden = false;
    this.seriesId = undefined;
  }

  private endRecord(): void {
    this.records.record(this.recordStart, this.at, this.hasTitle && !this.isHidden);
    this.rows += 1;
    if (this.shape.layout === 'page' && this.rows > MOST_ROWS) throw new UnjudgeableJson('a page without measure');
  }

  private endTitle(): void {
    this.pause -= COST_OF_VERDICT;
    if (!this.title.isShown()) this.isHidden = true;
    if (this.title.kind === this.shape.kind && this.roles.at(-1) !== 'episode') this.hasTitle = true;
  }

  /** A value has ended that isn't an object or list of any matter itself. */
  private endValue(start: number): void {
    const name = this.takeName();
    const role = this.roles.at(-1);
    if (role === undefined || role === 'list') throw unexpected();
    if (name === undefined) return;
    if (this.at - start > LONGEST_VALUE) throw new UnjudgeableJson('more ratings or genres than can be looked into');
    if (name === 'id' && this.shape.layout === 'page' && this.isRecord()) this.noteId(start);
    if (role === 'title') this.title.says(name as TitleMember, this.writtenFrom(start));
    else if (role === 'page' && name !== 'records') this.said[name] = this.writtenFrom(start);
    else if (name === 'id') return;
    else if (name === 'seriesId') this.seriesId = this.idFrom(start);
    else if (name === 'records' || this.bytes[start] !== LETTER_N) throw unexpected();
  }

  private noteId(start: number): void {
    const written = this.writtenFrom(start);
    if (/^-?\d{1,18}$/.test(written)) this.ids.push(written);
  }

  private writtenFrom(start: number): string {
    return this.bytes.toString('utf8', start, this.at);
  }

  private page(): PageFacts {
    const { totalRecords = '', sortKey = '', sortDirection = '' } = this.said;
    const { rows, ids } = this;
    const text = (written: string): string | undefined =>
      written.startsWith('"') && written.length <= LONGEST_SORTING ? written : undefined;
    return {
      rows,
      ids,
      places: this.records.places,
      totalRecords: /^\d{1,9}$/.test(totalRecords) ? Number(totalRecords) : undefined,
      sortKey: text(sortKey),
      sortDirection: text(sortDirection),
    };
  }

  private idFrom(start: number): string | undefined {
    const written = this.bytes.toString('latin1', start, this.at);
    return /^[1-9]\d{0,17}$/.test(written) ? written : undefined;
  }

  private takeName(): JudgedName | undefined {
    const { name } = this;
    this.name = undefined;
    return name;
  }
}

const unexpected = (): UnjudgeableJson => new UnjudgeableJson('records of another shape');

function mustBe(role: Role, fits: boolean): Role {
  if (!fits) throw unexpected();
  return role;
}
