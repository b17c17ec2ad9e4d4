import type { FakeAnswer } from '../fake-server.js';
import { asFields, asText, type Fields } from '../servarr/servarr-fields.js';
import { validationFailure } from '../servarr/servarr-fixed-answers.js';
import { FORMATS, type ChaptarrFormat, type ChaptarrWork } from './chaptarr-catalog.js';
import type { ChaptarrLibrary } from './chaptarr-library.js';
import { placeRefusals } from './chaptarr-places.js';
import { candidateResource } from './chaptarr-resources.js';
import type { ChaptarrStoredBook } from './chaptarr-stored.js';

/** An addition as it was sent. */
export interface SentAddition {
  readonly format: ChaptarrFormat;
  readonly body: Fields;
  readonly author: Fields;
  readonly editions: readonly Fields[];
}

const failed = (property: string, code: string, message: string, value: unknown = null): Fields =>
  validationFailure(property, code, message, value);

/** Reads an addition; an answer where it is none. */
export function sentAddition(mediaType: unknown, body: Fields): SentAddition | FakeAnswer {
  const format = FORMATS.find((one) => one === (mediaType ?? body.mediaType));
  if (!format) {
    const words = `Invalid mediaType parameter: '${String(mediaType)}'. Valid values are: audiobook, ebook`;
    return { status: 400, body: { message: words } };
  }
  const editions = Array.isArray(body.editions) ? body.editions.map(asFields) : [];
  return { format, body, author: asFields(body.author), editions };
}

/**
 * What the real one says no to, in its order: ids without a prefix, an id that means several records, what is there
 * already, what it doesn't know, no edition that is watched, places that don't exist or are of the other format.
 *
 * @param ambiguous ids that mean several things, beside those that the library shows to do so
 */
export function additionRefusal(
  library: ChaptarrLibrary,
  { format, body, author, editions }: SentAddition,
  ambiguous: ReadonlySet<string>,
): FakeAnswer | undefined {
  const bare = [
    ['foreignBookId', body.foreignBookId],
    ['author.foreignAuthorId', author.foreignAuthorId],
    ...editions.map((one) => ['editions.foreignEditionId', one.foreignEditionId] as const),
  ].filter(([, id]) => typeof id === 'string' && id !== '' && !id.includes(':'));
  if (bare.length > 0) return refusal(bare.map(([field, id]) => failed(String(field), '', 'needs its prefix', id)));

  const writerId = asText(author.foreignAuthorId, '');
  if (ambiguous.has(writerId)) return conflict('author', 'author.foreignAuthorId', writerId, format, []);
  const foreignId = asText(body.foreignBookId, '');
  const there = library.meant(foreignId, format);
  if (ambiguous.has(foreignId) || there.length > 1) {
    const meant = FORMATS.flatMap((one) => library.meant(foreignId, one));
    return conflict('book', 'foreignBookId', foreignId, format, meant);
  }

  const work = library.work(foreignId);
  const failures = [...workFailures(work, there, format, foreignId), ...editionFailures(work, format, editions)];
  if (failures.length > 0) return refusal(failures);

  // An author who is there keeps what they have: what an addition says of them counts for new ones alone.
  const known = library.authors.find(({ id, writer }) => id === author.id || writer.foreignAuthorId === writerId);
  const settings = known ? known.settings : author;
  const otherFormat = format === 'ebook' ? 'audiobook' : 'ebook';
  const objections = [
    ...placeRefusals(library, settings, format, true),
    ...(known ? [] : placeRefusals(library, settings, otherFormat, false)),
  ];
  return objections.length > 0 ? refusal(objections) : undefined;
}

function workFailures(
  work: ChaptarrWork | undefined,
  there: readonly ChaptarrStoredBook[],
  format: ChaptarrFormat,
  foreignId: string,
): readonly Fields[] {
  if (there.length > 0) {
    return [failed('ForeignBookId', 'BookExistsValidator', 'This book has already been added.', foreignId)];
  }
  if (!work) return [failed('ForeignBookId', 'NotEmptyValidator', 'A book with this ID was not found', foreignId)];
  return work.editions[format].length > 0
    ? []
    : [failed('Edition', '', `No ${format} edition available for this book`)];
}

function editionFailures(
  work: ChaptarrWork | undefined,
  format: ChaptarrFormat,
  editions: readonly Fields[],
): readonly Fields[] {
  if (editions.length === 0) return [failed('Editions', '', 'Cannot add book: no editions were supplied.')];
  const watched = editions.filter((one) => one.monitored === true);
  if (watched.length === 0) return [failed('Editions', '', 'Cannot add book: no edition is monitored.')];
  if (watched.length > 1) return [failed('Editions', '', 'Cannot add book: several editions are monitored.')];
  const isKnown = work?.editions[format].some((print) => print.foreignEditionId === watched[0]?.foreignEditionId);
  return isKnown === false ? [failed('Edition', '', `No ${format} edition survived metadata profile filtering.`)] : [];
}

/**
 * Will the record be watched? For a new author the options decide alone: `none` leaves everything of them unwatched, the
 * title included, which the body can't prevent.
 */
export function isWatched({ format, body, author }: SentAddition, isNewAuthor: boolean): boolean {
  const { monitor } = asFields(author.addOptions);
  const existing = author[`${format}MonitorExisting`];
  if (monitor === 'specificBook' || monitor === 'all' || existing === 1 || existing === 2) return true;
  return !isNewAuthor && body[`${format}Monitored`] === true;
}

/** Does the addition ask for a search? */
export const wantsSearch = ({ body }: SentAddition): boolean => asFields(body.addOptions).searchForNewBook === true;

const refusal = (failures: readonly Fields[]): FakeAnswer => ({ status: 400, body: failures });

function conflict(
  entityType: 'book' | 'author',
  field: string,
  providerId: string,
  mediaType: ChaptarrFormat,
  meant: readonly ChaptarrStoredBook[],
): FakeAnswer {
  const body = {
    error: 'ambiguous_provider_id',
    message: `Provider id matches more than one local ${entityType}.`,
    entityType,
    field,
    providerId,
    mediaType,
    candidates: meant.map(candidateResource),
  };
  return { status: 409, body };
}
