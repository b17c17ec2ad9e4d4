import { Injectable } from '@nestjs/common';
import { FilmLibrary, type FilmDigestEntry, type FilmShelf } from '../../library/library.public.js';
import { LibraryList } from './library-list.js';
import { readShelves } from './read-shelves.js';
import { SeenEntries } from './seen-entries.js';
import type { ToldTitles } from './told-titles.js';
import { filmState, type TitleState } from './title-state.js';

/** What the film libraries hold right now, told to a ledger. */
@Injectable()
export class LiveFilms {
  private readonly seen = new SeenEntries<FilmDigestEntry>();

  constructor(
    private readonly libraries: LibraryList,
    private readonly films: FilmLibrary,
  ) {}

  /**
   * The films of all libraries, each at most 120 seconds old.
   *
   * @throws AppError 503 when a library can't be read
   */
  async shelves(): Promise<readonly FilmShelf[]> {
    return readShelves(await this.libraries.of('movie'), (id) => this.films.shelf(id));
  }

  /**
   * What the libraries hold of a film, whether or not somebody has asked for it.
   *
   * @throws AppError 503 when a library can't be read
   */
  async stateOf(tmdbId: number): Promise<TitleState> {
    return filmIn(await this.shelves(), tmdbId);
  }

  /**
   * Tells what has moved, or was asked for since, and nothing else. Reads nothing.
   *
   * @returns false when that was only a part of it
   */
  tell(book: ToldTitles, shelves: readonly FilmShelf[]): boolean {
    const seen = shelves.map(({ version, films }) => ({ version, entries: films }));
    const moved = this.seen.moved(seen, () => book.subjectIds('movie'), book.unsaidIds('movie'));
    for (const tmdbId of moved) book.hold('movie', tmdbId, filmIn(shelves, tmdbId));
    return !this.seen.hasMore && book.unsaidIds('movie').size === 0;
  }
}

/** What these libraries hold of a film. */
function filmIn(shelves: readonly FilmShelf[], tmdbId: number): TitleState {
  return filmState(shelves.map(({ films }) => films.get(tmdbId)));
}
