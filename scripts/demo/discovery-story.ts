import { DemoFailure } from './demo-failure.js';
import type { Person, Stage } from './stage.js';

interface Titled {
  readonly title: string;
}

/** What there is to find beside films and series by name: lists and music. Books have their own story. */
export class DiscoveryStory {
  constructor(
    private readonly stage: Stage,
    private readonly member: Person,
  ) {}

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    this.stage.display.heading('What else there is to discover');
    await this.finds<readonly { movie: Titled }[]>('looks at what people watch', '/api/listprov/trending', (rows) =>
      rows.map(({ movie }) => movie),
    );
    const results = (page: { results: readonly Titled[] }): readonly Titled[] => page.results;
    await this.finds('looks at what people hear', '/api/discover/music/popular', results);
    await this.finds('looks for new albums', '/api/discover/music/new-releases', results);
  }

  private async finds<T>(what: string, path: string, titlesIn: (body: T) => readonly Titled[]): Promise<void> {
    const titles = titlesIn(await this.stage.does<T>(this.member, what, { method: 'GET', path }));
    const [first, second] = titles;
    if (!first || !second) throw new DemoFailure(`GET ${path} answered ${titles.length} titles`);
    this.stage.display.outcome(`finds ${first.title}, ${second.title} …`);
  }
}
