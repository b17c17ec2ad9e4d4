import { DemoFailure } from './demo-failure.js';
import type { Person, Stage } from './stage.js';

interface Titled {
  readonly title: string;
}

/** Who plays, with what is theirs. */
export interface DiscoveryCast {
  readonly admin: Person;
  readonly member: Person;
  /** The library of books, which the book catalog is connected to. */
  readonly bookLibraryId: string;
  /** What the book catalog takes. */
  readonly bookToken: string;
}

/** What there is to find beside films and series by name: lists, music and books. */
export class DiscoveryStory {
  constructor(
    private readonly stage: Stage,
    private readonly cast: DiscoveryCast,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    const { stage, cast } = this;
    stage.display.heading('What else there is to discover');
    await stage.does(cast.admin, 'connects the book catalog', {
      method: 'PUT',
      path: `/api/instances/${cast.bookLibraryId}/bookcatalog`,
      body: { token: cast.bookToken },
    });
    await this.finds<readonly { movie: Titled }[]>('looks at what people watch', '/api/listprov/trending', (rows) =>
      rows.map(({ movie }) => movie),
    );
    const results = (page: { results: readonly Titled[] }): readonly Titled[] => page.results;
    await this.finds('looks at what people hear', '/api/discover/music/popular', results);
    await this.finds('looks for new albums', '/api/discover/music/new-releases', results);
    await this.finds<{ books: readonly Titled[] }>(
      'looks at what people read',
      '/api/discover/books/trending',
      ({ books }) => books,
    );
  }

  private async finds<T>(what: string, path: string, titlesIn: (body: T) => readonly Titled[]): Promise<void> {
    const titles = titlesIn(await this.stage.does<T>(this.cast.member, what, { method: 'GET', path }));
    const [first, second] = titles;
    if (!first || !second) throw new DemoFailure(`GET ${path} answered ${titles.length} titles`);
    this.stage.display.outcome(`finds ${first.title}, ${second.title} …`);
  }
}
