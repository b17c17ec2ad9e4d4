import { DemoFailure } from './demo-failure.js';
import type { Scene } from './scene.js';

interface Titled {
  readonly title: string;
}

/** What there is to find beside films and series by name: lists and music. Books have their own story. */
export async function lookAround({ display, member: { person } }: Scene): Promise<void> {
  const show = ([first, second]: readonly Titled[]): void => {
    if (!first || !second) throw new DemoFailure('a list had fewer than two titles');
    display.outcome(`finds ${first.title}, ${second.title} …`);
  };
  display.heading('What else there is to discover');
  const trending = 'GET /api/listprov/trending';
  const watched = await person.does<readonly { movie: Titled }[]>('looks at what people watch', trending);
  show(watched.map(({ movie }) => movie));
  const popular = 'GET /api/discover/music/popular';
  show((await person.does<{ results: readonly Titled[] }>('looks at what people hear', popular)).results);
  const newest = 'GET /api/discover/music/new-releases';
  show((await person.does<{ results: readonly Titled[] }>('looks for new albums', newest)).results);
}
