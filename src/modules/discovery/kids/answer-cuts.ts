import { z } from 'zod';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { KidsView, ListedTitle, KidsCut } from './kids-cut.js';
import { titleNotAvailable } from '../../content-policy/content-policy.public.js';

const row = z.looseObject({
  id: z.number().int(),
  media_type: z.string().nullish(),
  adult: z.boolean().nullish(),
  genre_ids: z.array(z.number().int()).nullish(),
});

const personRow = z.looseObject({ known_for: z.array(row).nullish() });

const rows = z.array(row);

type Row = z.infer<typeof row>;

/** What the rows of a list are about: titles of one kind, or what each row names itself. */
export type RowKind = TitleKind | 'named';

/** The very same list where all may be seen. @throws ZodError for what somebody is known for, where that can't be read */
async function shownRows(view: KidsView, kind: RowKind, all: readonly Row[]): Promise<readonly Row[]> {
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
  const knownFor = personRow.parse(of).known_for ?? [];
  return 'known_for' in of ? { ...of, known_for: await shownRows(view, 'named', knownFor) } : of;
}

/** Null for what is neither a film nor a series, and for another kind than its list's: the same id is another title there. */
function titleOf({ id, media_type, adult, genre_ids }: Row, kind: RowKind): ListedTitle | null {
  const named = media_type ?? kind;
  if (named !== 'movie' && named !== 'tv') return null;
  if (kind !== 'named' && named !== kind) return null;
  return { kind: named, tmdbId: id, adult: adult ?? false, genreIds: genre_ids ?? [] };
}

const title = z.looseObject({
  id: z.number().int(),
  adult: z.boolean().nullish(),
  genres: z.array(z.looseObject({ id: z.number().int() })).nullish(),
});
const page = z.looseObject({ results: rows });

/** One title, or 404 "not available". It is judged by what it says of itself too: looked-up ratings may be a day old. */
export function titleCut(kind: TitleKind): KidsCut {
  return async (answer, view) => {
    const { id, adult, genres } = title.parse(answer);
    const judged = { kind, tmdbId: id, adult: adult ?? false, genreIds: (genres ?? []).map((genre) => genre.id) };
    if (!(await view.shows(judged))) throw titleNotAvailable();
    return answer;
  };
}

/** The totals still describe the provider. */
export function pageCut(kind: RowKind): KidsCut {
  return async (answer, view) => {
    const { results, ...rest } = page.parse(answer);
    const left = await shownRows(view, kind, results);
    return left === results ? answer : { ...rest, results: left };
  };
}

const collection = z.looseObject({ parts: rows });

/** 404 "not available" where no film of it is left. */
export const collectionCut: KidsCut = async (answer, view) => {
  const { parts, ...rest } = collection.parse(answer);
  const left = await shownRows(view, 'movie', parts);
  if (left.length === 0) throw titleNotAvailable();
  return left === parts ? answer : { ...rest, parts: left };
};

const person = z.looseObject({ adult: z.boolean() });
const credits = z.looseObject({ cast: rows.nullish(), crew: rows.nullish() });

/** 404 "not available" for one who performs for adults. */
export const personCut: KidsCut = (answer) => {
  if (person.parse(answer).adult) throw titleNotAvailable();
  return Promise.resolve(answer);
};

export const creditsCut: KidsCut = async (answer, view) => {
  const { cast, crew, ...rest } = credits.parse(answer);
  const [played, worked] = [
    cast && (await shownRows(view, 'named', cast)),
    crew && (await shownRows(view, 'named', crew)),
  ];
  return played === cast && worked === crew ? answer : { ...rest, cast: played, crew: worked };
};

const list = z.looseObject({ genres: z.array(z.looseObject({ id: z.number().int() })) });

export function genreCut(kind: TitleKind): KidsCut {
  return (answer, view) => {
    const { genres, ...rest } = list.parse(answer);
    return Promise.resolve({ ...rest, genres: genres.filter(({ id }) => !view.hidesGenre(kind, id)) });
  };
}
