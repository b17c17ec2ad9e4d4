import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { rowBy } from '../servarr/rows-read.js';
import { servarrTime } from '../servarr/servarr-values.js';
import { type ChaptarrFormat, formatOf } from './chaptarr-values.js';

/** A file of a title. Where it lies is nobody's business. */
export interface ChaptarrBookFile {
  readonly id: number;
  /** Chaptarr's own id of the record that it belongs to. */
  readonly bookId: number;
  /** Null where the file names none. */
  readonly format: ChaptarrFormat | null;
  /** When it came, in epoch milliseconds; null where it is missing. */
  readonly dateAdded: number | null;
  /** Bytes; null where they are missing. */
  readonly size: number | null;
}

const fileSchema = z
  .object({
    id: z.int(),
    bookId: z.int().positive(),
    mediaType: z.unknown().optional(),
    dateAdded: servarrTime,
    size: lenient(z.int()),
  })
  .transform(({ mediaType, ...file }): ChaptarrBookFile => ({ ...file, format: formatOf(mediaType) }));

export const readBookFile = rowBy<ChaptarrBookFile>(fileSchema, { parentId: 'authorId' });
