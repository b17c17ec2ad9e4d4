import type { Hold, HeldJson } from '../bodies/body-budget.service.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import { PAGE_SIZE, type PageInput } from './gated-query.js';
import type { GatedShape } from './gated-shape.js';
import type { TitleJudge } from './judged-title.js';
import { cutRecords, type PageFacts } from './record-scan.js';

const MOST_PAGES = 100;

const MOST_BYTES = 128 * 1024 * 1024;

/** A list that changes while it is read is read again, so many times in all. */
const MOST_READS = 3;

const ENVELOPE = 512;

export interface PagedList {
  /** One of its pages, from 1 on. Who gets it releases it. */
  readonly page: (number: number) => Promise<HeldJson>;
  readonly shape: GatedShape;
  readonly judge: TitleJudge;
  readonly signal: AbortSignal;
}

/**
 * The page that a kids account asks for, of the records it may see. The whole list is read, and no more kept than asked for.
 * @param hold memory for what is kept; the caller releases it
 * @throws UnjudgeableJson for a list that can't be judged, of over 100 pages or 128 MiB, or changing in each of three readings; what
 *   `page`, the judge and the hold throw
 */
export async function visiblePage(list: PagedList, input: PageInput, hold: Hold): Promise<Buffer> {
  for (let reading = 0; reading < MOST_READS; reading += 1) {
    const document = await new ListReading(list, input, hold).document();
    if (document) return document;
  }
  throw new UnjudgeableJson('a list that kept changing while it was read');
}

class ListReading {
  private readonly ids = new Set<string>();
  private rows = 0;
  private repeats = false;
  private bytes = 0;
  private visible = 0;
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;

  constructor(
    private readonly list: PagedList,
    private readonly input: PageInput,
    private readonly hold: Hold,
  ) {}

  async document(): Promise<Buffer | undefined> {
    const first = await this.read(1);
    for (let number = 2; this.rows < first.totalRecords; number += 1) {
      if (number > MOST_PAGES) throw new UnjudgeableJson('a list of more pages than we take');
      const page = await this.read(number);
      if (page.totalRecords !== first.totalRecords || page.rows === 0) return undefined;
    }
    // Rows that slip from one page to the next while the list is read are there twice, and others not at all.
    if (this.rows > first.totalRecords || this.repeats) return undefined;
    return this.writeDocument(first);
  }

  private async read(number: number): Promise<PageFacts & { readonly totalRecords: number }> {
    const { shape, judge, signal } = this.list;
    const json = await this.list.page(number);
    try {
      this.bytes += json.bytes.length;
      if (this.bytes > MOST_BYTES) throw new UnjudgeableJson('a list of more bytes than we take');
      const cut = await cutRecords(json.bytes, shape, judge, signal);
      if (cut.kind !== 'shown' || cut.page?.totalRecords === undefined)
        throw new UnjudgeableJson('a page that does not say how long its list is');
      const { page } = cut;
      // What is kept of each record is not in the bytes that are held: a manager that sends more than it is asked is refused.
      if (page.rows > PAGE_SIZE) throw new UnjudgeableJson('a page of more records than asked for');
      this.rows += page.rows;
      this.repeats ||= page.ids.some((id) => this.ids.has(id));
      for (const id of page.ids) this.ids.add(id);
      await this.keep(cut.bytes, page.places);
      return { ...page, totalRecords: cut.page.totalRecords };
    } finally {
      json.release();
    }
  }

  /** Keeps what of these records is on the page that is asked for: one behind the other, commas included. */
  private async keep(bytes: Buffer, places: readonly number[]): Promise<void> {
    const { page, pageSize } = this.input;
    const count = places.length / 2;
    const from = Math.max(0, (page - 1) * pageSize - this.visible);
    const to = Math.min(count, page * pageSize - this.visible);
    this.visible += count;
    if (from >= to) return;
    const [start, end] = [places[2 * from] as number, places[2 * to - 1] as number];
    await this.hold.growTo(this.keptBytes + end - start);
    this.kept.push(Buffer.from(bytes.subarray(start, end)));
    this.keptBytes += end - start;
  }

  /** The envelope as the managers write it, with what was asked for and how many records may be seen. */
  private async writeDocument({ sortKey, sortDirection }: PageFacts): Promise<Buffer> {
    const { page, pageSize } = this.input;
    const members = [
      `"page":${page}`,
      `"pageSize":${pageSize}`,
      ...(sortKey === undefined ? [] : [`"sortKey":${sortKey}`]),
      ...(sortDirection === undefined ? [] : [`"sortDirection":${sortDirection}`]),
      `"totalRecords":${this.visible}`,
    ];
    await this.hold.growTo(2 * this.keptBytes + ENVELOPE);
    const records = this.kept.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(','), piece]));
    const document = Buffer.concat([Buffer.from(`{${members.join(',')},"records":[`), ...records, Buffer.from(']}')]);
    this.kept.length = 0;
    this.hold.shrinkTo(document.length);
    return document;
  }
}
