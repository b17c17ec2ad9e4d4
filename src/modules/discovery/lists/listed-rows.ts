import { RawJsonList, type RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';

/**
 * What a feed of the list provider answers, and with it what its rows are, which is what a kids account's limits have to
 * know: each names a film or a series, each is one itself, or each is a list that somebody has made.
 */
export class ListedRows extends RawJsonList {
  constructor(
    { text }: RawJson,
    readonly rows: 'named' | TitleKind | 'lists',
  ) {
    super(text);
  }
}
