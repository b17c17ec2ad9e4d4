import { Injectable } from '@nestjs/common';
import { RawJson } from '../../../core/http/raw-json.js';
import {
  ContentLimits,
  limitsNotApplied,
  titleNotAvailable,
  type KidsJudge,
} from '../../content-policy/content-policy.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { KidsFiltered } from './kids-filtered.decorators.js';
import { isPerson, knownForOf, readPage, readTitleId, titleOf, type Row } from './read-rows.js';

/**
 * Cuts the provider's answers to what a kids account may see. Source: doc 2 section 4 (Kids accounts on discovery).
 *
 * @throws AppError 502 "content limits could not be applied" for an answer that can't be read, and when a rating can't be
 *   looked up
 */
@Injectable()
export class KidsRows {
  constructor(private readonly limits: ContentLimits) {}

  /** @throws AppError 404 "not available" for a title outside the limits */
  async apply(judge: KidsJudge, { what, kind }: KidsFiltered, { text }: RawJson): Promise<RawJson> {
    if (what === 'title') return this.title(judge, kind, text);
    const { results, ...rest } = readable(() => readPage(text));
    return new RawJson(JSON.stringify({ ...rest, results: await this.shown(judge, kind, results) }));
  }

  private async title(judge: KidsJudge, kind: TitleKind, text: string): Promise<RawJson> {
    const { shown } = await this.limits.judge(
      judge,
      kind,
      readable(() => readTitleId(text)),
    );
    if (!shown) throw titleNotAvailable();
    return new RawJson(text);
  }

  private async shown(judge: KidsJudge, kind: TitleKind | 'named', rows: readonly Row[]): Promise<readonly Row[]> {
    const kept = await Promise.all(rows.map((row) => this.cut(judge, kind, row)));
    return kept.filter((row) => row !== null);
  }

  /** The row as it may be seen; null when it may not. */
  private async cut(judge: KidsJudge, kind: TitleKind | 'named', row: Row): Promise<Row | null> {
    if (kind === 'named' && isPerson(row)) return this.person(judge, row);
    const title = titleOf(row, kind);
    if (!title || judge.hiddenOnSight(title.kind, title)) return null;
    return (await this.limits.judge(judge, title.kind, title.tmdbId)).shown ? row : null;
  }

  private async person(judge: KidsJudge, row: Row): Promise<Row | null> {
    if (row.adult === true) return null;
    const knownFor = readable(() => knownForOf(row));
    return 'known_for' in row ? { ...row, known_for: await this.shown(judge, 'named', knownFor) } : row;
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (fault) {
    throw limitsNotApplied(fault);
  }
}
