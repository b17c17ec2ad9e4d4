import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { HttpAnswer } from '../http/exchange.js';
import { readJson } from '../http/json-answer.js';
import { lenient } from '../http/lenient-members.js';
import type { ServarrCall, ServarrTransport } from '../servarr/servarr-transport.js';
import { readValidationFailures } from '../servarr/validation-failures.js';
import { bookSchema, type ChaptarrBook } from './chaptarr-book.js';
import { formatOf, lenientText, type ChaptarrFormat } from './chaptarr-values.js';

/** What became of an addition. */
export type BookAddition =
  /** The record is there. It may be filed under another id than was sent, and it may be unmonitored. */
  | { readonly outcome: 'added'; readonly book: ChaptarrBook }
  /** The author isn't known yet: Chaptarr imports both when it can. See `pendingAuthorImports`. */
  | { readonly outcome: 'queued'; readonly importId: number | null }
  /** The library has this record already. */
  | { readonly outcome: 'exists' }
  /** The id that was sent belongs to several records or authors, and nothing was added. */
  | { readonly outcome: 'ambiguous'; readonly of: 'book' | 'author'; readonly candidates: readonly BookCandidate[] }
  /** Chaptarr objects to what was sent. */
  | AdditionRefused;

/** An objection to an addition: trying again the same way is no use. */
export interface AdditionRefused {
  readonly outcome: 'refused';
  /** Validators that objected, such as `RootFolderExistsValidator`; many have no name. */
  readonly refusals: readonly string[];
  /** What they object to, in lower case: `editions`, `ebookmetadataprofileid`. */
  readonly properties: readonly string[];
  /** Their words, for an administrator. */
  readonly reason: string;
}

/** A record that an ambiguous id may mean. */
export interface BookCandidate {
  /** Chaptarr's own id. */
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

/**
 * What the answer to an addition says.
 *
 * @throws UpstreamError of kind `malformed` where a record can't be read: whether it was added is unknown then; of kind
 *   `rejected` for a refusal whose words are none of the documented ones
 */
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
  const { refusals, reason } = error;
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
