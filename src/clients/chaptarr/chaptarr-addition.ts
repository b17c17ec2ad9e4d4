import { z } from 'zod';
import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { HttpAnswer } from '../http/exchange.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import { rowBy, type RowsRead } from '../servarr/rows-read.js';
import {
  MOST_FOUND,
  readValidationFailures,
  type ServarrCall,
  type ServarrTransport,
} from '../servarr/servarr-transport.js';
import { libraryId, servarrTime } from '../servarr/plain-values.js';
import { bookSchema, type ChaptarrBook, type ChaptarrEdition, editionsOf, MOST_EDITIONS } from './chaptarr-book.js';
import { type ChaptarrFormat, type ChaptarrRecord, foreignId, formatOf, lenientText } from './chaptarr-values.js';

/** A title in one format that Chaptarr's lookup knows, in its library or not. */
export interface ChaptarrLookup {
  /** Chaptarr's own id when this record is in its library already, else null. */
  readonly libraryId: number | null;
  readonly format: ChaptarrFormat | null;
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

interface ChaptarrLookupAuthor {
  /** Chaptarr's own id when the author is in its library already, else null. */
  readonly libraryId: number | null;
  readonly foreignAuthorId: string | null;
  readonly name: string;
}

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

/** @throws UpstreamError of kind `malformed` for a 400 that says nothing about the term */
export async function readLookups(transport: ServarrTransport, call: ServarrCall): Promise<ChaptarrLookups> {
  const answer = await transport.send({ ...call, accept: [400] });
  if (answer.status === 400) {
    readJson(transport.system, call.operation, answer, termRefused);
    return { rows: [], unreadable: [], refused: true };
  }
  return { ...(await transport.rowsOf(call, answer, readLookup, MOST_FOUND)), refused: false };
}

export type BookAddition =
  /** The record is there. It may be filed under another id than was sent, and it may be unmonitored. */
  | { readonly outcome: 'added'; readonly book: ChaptarrBook }
  /** The author isn't known yet: Chaptarr imports both when it can. See `pendingAuthorImports`. */
  | { readonly outcome: 'queued'; readonly importId: number | null }
  /** The library has this record already. */
  | { readonly outcome: 'exists' }
  /** The id that was sent belongs to several records or authors, and nothing was added. */
  | { readonly outcome: 'ambiguous'; readonly of: 'book' | 'author'; readonly candidates: readonly BookCandidate[] }
  | AdditionRefused;

/** An objection to an addition: trying again the same way is no use. */
export interface AdditionRefused {
  readonly outcome: 'refused';
  /** Validators that objected, such as `RootFolderExistsValidator`; many have no name. */
  readonly refusals: readonly string[];
  /** What they object to, in lower case: `editions`, `ebookmetadataprofileid`. */
  readonly properties: readonly string[];
  /** Their words, for an administrator. */
  readonly reason: Sentence;
}

interface BookCandidate {
  readonly id: number;
  readonly format: ChaptarrFormat | null;
}

const EXISTS = 'BookExistsValidator';

const queuedSchema = z.object({ pendingId: lenient(z.int().positive()) });

const ambiguitySchema = z.object({
  entityType: lenientText,
  candidates: z.array(z.object({ id: z.int(), mediaType: z.unknown().optional() })),
});

/** A refusal of versions that don't answer 202 yet: the validator's words are all that says it. */
const QUEUED = /queued for import(?: \(pending ID: (\d{1,9})\))?/i;

/** Statuses that say something about an addition, beside 2xx. */
export const JUDGED_OF_ADDITION = [400, 409] as const;

/** @throws UpstreamError `malformed` where a record can't be read (it may have been added); `rejected` for an unknown refusal */
export function readAddition(transport: ServarrTransport, call: ServarrCall, answer: HttpAnswer): BookAddition {
  const read = <T>(schema: z.ZodType<T>): T => readJson(transport.system, call.operation, answer, schema);
  if (answer.status === 202) return { outcome: 'queued', importId: read(queuedSchema).pendingId };
  if (answer.status === 400) return readRefusal(transport.refusal(call, answer), answer);
  if (answer.status === 409) return readConflict(transport, call, answer);
  return { outcome: 'added', book: read(bookSchema) };
}

function readRefusal(error: UpstreamError, answer: HttpAnswer): BookAddition {
  const failures = readValidationFailures(answer.body);
  if (!failures) throw error;
  if (failures.refusals.includes(EXISTS)) return { outcome: 'exists' };
  const queued = QUEUED.exec(failures.messages.join('; '));
  if (queued) return { outcome: 'queued', importId: queued[1] === undefined ? null : Number(queued[1]) };
  const { refusals, sentence: reason } = error;
  return { outcome: 'refused', refusals, properties: failures.properties.map((one) => one.toLowerCase()), reason };
}

/** A conflict without candidates is the unique key of the table: two additions of the same record met. */
function readConflict(transport: ServarrTransport, call: ServarrCall, answer: HttpAnswer): BookAddition {
  const body = readJson(
    transport.system,
    call.operation,
    answer,
    z.looseObject({ candidates: z.unknown().optional() }),
  );
  if (body.candidates === undefined || body.candidates === null) return { outcome: 'exists' };
  const { entityType, candidates } = readJson(transport.system, call.operation, answer, ambiguitySchema);
  return {
    outcome: 'ambiguous',
    of: entityType === 'author' ? 'author' : 'book',
    candidates: candidates.map(({ id, mediaType }) => ({ id, format: formatOf(mediaType) })),
  };
}
