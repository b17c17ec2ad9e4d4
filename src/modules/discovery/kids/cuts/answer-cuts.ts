import { z } from 'zod';
import { titleNotAvailable } from '../../../content-policy/content-policy.public.js';
import type { TitleKind } from '../../../metadata/metadata.public.js';
import type { KidsCut } from './kids-cut.js';
import { rows, shownRows, type RowKind } from './read-rows.js';

const title = z.looseObject({
  id: z.number().int(),
  adult: z.boolean().nullish(),
  genres: z.array(z.looseObject({ id: z.number().int() })).nullish(),
});
const page = z.looseObject({ results: rows });

/**
 * One title, with its `id`: all of it, or 404 "not available". It is judged by what it says of itself too: what its ratings
 * were looked up by may be a day old.
 */
export function titleCut(kind: TitleKind): KidsCut {
  return async (answer, view) => {
    const { id, adult, genres } = title.parse(answer);
    const judged = { kind, tmdbId: id, adult: adult ?? false, genreIds: (genres ?? []).map((genre) => genre.id) };
    if (!(await view.shows(judged))) throw titleNotAvailable();
    return answer;
  };
}

/** A page, with its `results` cut; its totals still describe the provider. */
export function pageCut(kind: RowKind): KidsCut {
  return async (answer, view) => {
    const { results, ...rest } = page.parse(answer);
    const left = await shownRows(view, kind, results);
    return left === results ? answer : { ...rest, results: left };
  };
}

const person = z.looseObject({ adult: z.boolean() });
const credits = z.looseObject({ cast: rows.nullish(), crew: rows.nullish() });

/** A person: the whole answer, or 404 "not available" for one who performs for adults. */
export const personCut: KidsCut = (answer) => {
  if (person.parse(answer).adult) throw titleNotAvailable();
  return Promise.resolve(answer);
};

/** What somebody has been part of, with `cast` and `crew` cut. */
export const creditsCut: KidsCut = async (answer, view) => {
  const { cast, crew, ...rest } = credits.parse(answer);
  const [played, worked] = [
    cast && (await shownRows(view, 'named', cast)),
    crew && (await shownRows(view, 'named', crew)),
  ];
  return played === cast && worked === crew ? answer : { ...rest, cast: played, crew: worked };
};

const list = z.looseObject({ genres: z.array(z.looseObject({ id: z.number().int() })) });

/** A list of genres without the hidden ones. */
export function genreCut(kind: TitleKind): KidsCut {
  return (answer, view) => {
    const { genres, ...rest } = list.parse(answer);
    return Promise.resolve({ ...rest, genres: genres.filter(({ id }) => !view.hidesGenre(kind, id)) });
  };
}
