import { z } from 'zod';
import { titleNotAvailable } from '../../../content-policy/content-policy.public.js';
import type { KidsCut } from './kids-cut.js';
import { rows, shownRows } from './read-rows.js';

const person = z.looseObject({ adult: z.boolean() });
const credits = z.looseObject({ cast: rows.nullish(), crew: rows.nullish() });

/** A person: all of what is told, or 404 "not available" of somebody who performs for adults. */
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
