import { z } from 'zod';
import type { TitleKind } from '../../../metadata/metadata.public.js';
import type { KidsView, ListedTitle } from './kids-cut.js';

const row = z.looseObject({
  id: z.number().int(),
  media_type: z.string().nullish(),
  adult: z.boolean().nullish(),
  genre_ids: z.array(z.number().int()).nullish(),
});

const person = z.looseObject({ known_for: z.array(row).nullish() });

/** Rows of a provider's list. */
export const rows = z.array(row);

/** A row of a provider's list, with all that it holds. */
type Row = z.infer<typeof row>;

/** What the rows of a list are about: titles of one kind, or what each row names itself. */
export type RowKind = TitleKind | 'named';

/**
 * The rows that may be seen, in their order, and the very same list where those are all: titles within the limits and, where rows name what they are, people that aren't
 * for adults, with what they are known for cut likewise.
 *
 * @throws ZodError for what somebody is known for, where that can't be read
 */
export async function shownRows(view: KidsView, kind: RowKind, all: readonly Row[]): Promise<readonly Row[]> {
  const kept = await Promise.all(all.map((each) => shownRow(view, kind, each)));
  return kept.every((each, place) => each === all[place]) ? all : kept.filter((each) => each !== null);
}

async function shownRow(view: KidsView, kind: RowKind, of: Row): Promise<Row | null> {
  if (kind === 'named' && of.media_type === 'person') return shownPerson(view, of);
  const title = titleOf(of, kind);
  return title && (await view.shows(title)) ? of : null;
}

async function shownPerson(view: KidsView, of: Row): Promise<Row | null> {
  if (of.adult === true) return null;
  const knownFor = person.parse(of).known_for ?? [];
  return 'known_for' in of ? { ...of, known_for: await shownRows(view, 'named', knownFor) } : of;
}

/**
 * The title that a row is about; null when it is about neither a film nor a series, and when it names another kind than its
 * list's: films and series of the same id are different titles, and the wrong one would be judged.
 */
function titleOf({ id, media_type, adult, genre_ids }: Row, kind: RowKind): ListedTitle | null {
  const named = media_type ?? kind;
  if (named !== 'movie' && named !== 'tv') return null;
  if (kind !== 'named' && named !== kind) return null;
  return { kind: named, tmdbId: id, adult: adult ?? false, genreIds: genre_ids ?? [] };
}
