import { z } from 'zod';
import type { TitleKind } from '../../../metadata/metadata.public.js';
import type { KidsCut } from './kids-cut.js';

const list = z.looseObject({ genres: z.array(z.looseObject({ id: z.number().int() })) });

/** A list of genres without the hidden ones. */
export function genreCut(kind: TitleKind): KidsCut {
  return (answer, view) => {
    const { genres, ...rest } = list.parse(answer);
    return Promise.resolve({ ...rest, genres: genres.filter(({ id }) => !view.hidesGenre(kind, id)) });
  };
}
