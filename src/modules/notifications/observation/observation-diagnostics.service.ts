import { Injectable } from '@nestjs/common';

/** So many titles are named; of further ones it is said how many. */
const MOST_NAMED = 5;

/** What keeps it from being found out what has become available. */
export interface ObservationProblems {
  readonly libraries: readonly string[];
  /** Names of libraries with rows that can't be read, so that it is unknown whether they have some of what was requested. */
  readonly oddRows: readonly string[];
  readonly titles: readonly string[];
}

/** What administrators have to do so that availability can be told, as the last sweep found it. In memory alone. */
@Injectable()
export class ObservationDiagnosticsService {
  private sentences: readonly string[] = [];

  /** Plain sentences for administrators, at most two for each library and six for titles; none while all is well. */
  problems(): readonly string[] {
    return this.sentences;
  }

  note({ libraries, oddRows, titles }: ObservationProblems): void {
    const further = titles.length - MOST_NAMED;
    this.sentences = [
      ...libraries.map((name) => `The library ${name} can not be read.`),
      ...oddRows.map((name) => `The library ${name} has rows that can not be read.`),
      ...titles.slice(0, MOST_NAMED).map((title) => `The match of the series ${title} needs attention.`),
      ...(further > 0 ? [`The matches of ${further} further series need attention.`] : []),
    ];
  }
}
