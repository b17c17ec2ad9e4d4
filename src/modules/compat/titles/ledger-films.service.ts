import { Injectable } from '@nestjs/common';
import { type FilmDigestEntry, FilmLibraryService, type FilmSnapshot } from '../../library/library.public.js';
import { LibraryListService } from './library-list.service.js';
import { readSnapshots } from './read-snapshots.js';
import { SeenEntries } from './seen-entries.js';
import { filmState, type TitleHoldings, type TitleState } from './title-state.js';

/** Reports to a ledger what the film libraries hold right now. */
@Injectable()
export class LedgerFilmsService {
  private readonly seen = new SeenEntries<FilmDigestEntry | null>();

  constructor(
    private readonly libraries: LibraryListService,
    private readonly films: FilmLibraryService,
  ) {}

  /**
   * The films of all libraries, each at most 120 seconds old.
   *
   * @throws AppError 503 when a library can't be read
   */
  async snapshots(): Promise<readonly FilmSnapshot[]> {
    return readSnapshots(await this.libraries.of('movie'), (id) => this.films.snapshot(id));
  }

  /**
   * What the libraries hold of a film, whether or not somebody has asked for it.
   *
   * @throws AppError 503 when a library can't be read
   */
  async stateOf(tmdbId: number): Promise<TitleState> {
    return filmIn(await this.snapshots(), tmdbId);
  }

  /**
   * Tells what has moved, or was asked for since, and nothing else. Reads nothing.
   *
   * @returns false when that was only a part of it
   */
  report(book: TitleHoldings, snapshots: readonly FilmSnapshot[]): boolean {
    const seen = snapshots.map((one) => ({ version: one.version, entryOf: (id: number) => recordIn(one, id) }));
    const moved = this.seen.moved(seen, () => book.subjectIds('movie'), book.unknownIds('movie'));
    for (const tmdbId of moved) book.hold('movie', tmdbId, filmIn(snapshots, tmdbId));
    return !this.seen.hasMore && book.unknownIds('movie').size === 0;
  }
}

/** What these libraries hold of a film. */
function filmIn(snapshots: readonly FilmSnapshot[], tmdbId: number): TitleState {
  return filmState(snapshots.map((one) => recordIn(one, tmdbId)));
}

/** Undefined where the library has none; null where its record may be one that can't be read. */
const recordIn = (snapshot: FilmSnapshot, tmdbId: number): FilmDigestEntry | null | undefined =>
  snapshot.isUnread(tmdbId) ? null : snapshot.films.get(tmdbId);
