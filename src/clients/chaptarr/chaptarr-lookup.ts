import { z } from 'zod';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import { MOST_FOUND, type ServarrCall, type ServarrTransport } from '../servarr/servarr-transport.js';
import { libraryId, servarrTime } from '../servarr/servarr-values.js';
import { editionsOf, MOST_EDITIONS, type ChaptarrEdition } from './chaptarr-edition.js';
import { type ChaptarrFormat, type ChaptarrRecord, foreignId, formatOf, lenientText } from './chaptarr-values.js';

/** A title in one format that Chaptarr's lookup knows, in its library or not. */
export interface ChaptarrLookup {
  /** Chaptarr's own id when this record is in its library already, else null. */
  readonly libraryId: number | null;
  /** Null where the lookup names none. */
  readonly format: ChaptarrFormat | null;
  /** Empty where Chaptarr reports none. */
  readonly title: string;
  /** `hc:330101`; null where the metadata service names none. */
  readonly foreignBookId: string | null;
  readonly hardcoverBookId: string | null;
  readonly goodreadsBookId: string | null;
  readonly goodreadsWorkId: string | null;
  readonly openLibraryWorkId: string | null;
  /** Epoch milliseconds; null where it is unknown. */
  readonly releaseDate: number | null;
  readonly editions: readonly ChaptarrEdition[];
  /** Null where the lookup names none: nothing can be added then. */
  readonly author: ChaptarrLookupAuthor | null;
  /** The whole record: it is what an addition sends. */
  readonly record: ChaptarrRecord;
}

/** The author of a title that a lookup found. */
export interface ChaptarrLookupAuthor {
  /** Chaptarr's own id when the author is in its library already, else null. */
  readonly libraryId: number | null;
  readonly foreignAuthorId: string | null;
  readonly name: string;
}

/** What a lookup found. */
export interface ChaptarrLookups extends RowsRead<ChaptarrLookup> {
  /** Chaptarr took the term for none that it could look for. */
  readonly refused: boolean;
}

const lookupFields = z.object({
  id: libraryId,
  mediaType: z.unknown().optional(),
  title: lenientText,
  foreignBookId: foreignId,
  hardcoverBookId: lenient(z.string()),
  goodreadsBookId: lenient(z.string()),
  goodreadsWorkId: lenient(z.string()),
  openLibraryWorkId: lenient(z.string()),
  releaseDate: lenient(servarrTime),
  editions: lenient(z.array(z.unknown())),
  author: lenient(z.object({ id: libraryId, foreignAuthorId: lenient(z.string()), authorName: lenientText })),
});

const lookupSchema = z.record(z.string(), z.unknown()).transform((record, context): ChaptarrLookup => {
  const judged = lookupFields.safeParse(record);
  if (!judged.success || (judged.data.editions?.length ?? 0) > MOST_EDITIONS) {
    context.addIssue('not a lookup');
    return z.NEVER;
  }
  const { id, mediaType, editions, author, ...named } = judged.data;
  return {
    ...named,
    libraryId: id,
    format: formatOf(mediaType),
    editions: editionsOf(editions ?? []),
    author: author && { libraryId: author.id, foreignAuthorId: author.foreignAuthorId, name: author.authorName },
    record,
  };
});

const readLookup = rowBy<ChaptarrLookup>(lookupSchema, { foreignId: 'foreignBookId' });

const termRefused = z.object({ error: z.string() });

/**
 * Makes a lookup.
 *
 * @throws UpstreamError of kind `malformed` for a 400 that says nothing about the term
 */
export async function readLookups(transport: ServarrTransport, call: ServarrCall): Promise<ChaptarrLookups> {
  const answer = await transport.send({ ...call, accept: [400] });
  if (answer.status === 400) {
    readJson(transport.system, call.operation, answer, termRefused);
    return { rows: [], unreadable: [], refused: true };
  }
  return { ...(await transport.rowsOf(call, answer, readLookup, MOST_FOUND)), refused: false };
}
