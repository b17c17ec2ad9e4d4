import { Injectable } from '@nestjs/common';
import type { Sentence } from '../../../core/errors/sentence.js';
import { sayNotification } from '../notifications.sentences.js';

/** So many titles are named; of further ones it is said how many. */
const MOST_NAMED = 5;

export interface ObservationProblems {
  readonly libraries: readonly string[];
  /** Names of libraries with rows that can't be read, so that it is unknown whether they have some of what was requested. */
  readonly oddRows: readonly string[];
  readonly titles: readonly string[];
}

/** What administrators have to do so that availability can be told, as the last sweep found it. In memory alone. */
@Injectable()
export class ObservationDiagnosticsService {
  private sentences: readonly Sentence[] = [];

  /** Plain sentences for administrators, at most two for each library and six for titles; none while all is well. */
  problems(): readonly Sentence[] {
    return this.sentences;
  }

  note({ libraries, oddRows, titles }: ObservationProblems): void {
    const further = titles.length - MOST_NAMED;
    this.sentences = [
      ...libraries.map((library) => sayNotification('observed_library_unreadable', { library })),
      ...oddRows.map((library) => sayNotification('observed_rows_unreadable', { library })),
      ...titles.slice(0, MOST_NAMED).map((title) => sayNotification('observed_match_needs_attention', { title })),
      ...(further > 0 ? [sayNotification('observed_matches_need_attention', { count: further })] : []),
    ];
  }
}
