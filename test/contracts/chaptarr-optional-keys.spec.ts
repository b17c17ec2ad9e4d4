import { afterAll, beforeAll, vi } from 'vitest';
import { ZodError } from 'zod';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { HttpTransport } from '../../src/clients/http/http-transport.js';
import type { RowsRead } from '../../src/clients/servarr/rows-read.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { MovedClock } from '../harness/moved-clock.js';
import { holdReads, type Reading } from './held-readings.js';
import { describedRecord, type FullRecord } from './lesser-records.js';
import { upstreamJson } from './upstream-documents.js';

/** What every call is answered with. The records are thousands, so they don't go through the network. */
let answer: { readonly status: number; readonly body: unknown } = { status: 200, body: null };

beforeAll(() => {
  vi.spyOn(HttpTransport.prototype, 'send').mockImplementation(() => {
    const bytes = Buffer.from(JSON.stringify(answer.body));
    return Promise.resolve({ status: answer.status, headers: {}, body: bytes });
  });
});

afterAll(() => void vi.restoreAllMocks());

const chaptarr = new ChaptarrClient({
  url: 'http://manager.home',
  apiKey: Secret.of('a-key'),
  clock: new MovedClock(),
  log: silentLog,
});

const example = <T = unknown>(name: string): T => upstreamJson<T>(`chaptarr/examples/${name}.json`);
const firstOf = (name: string): unknown => example<readonly unknown[]>(name)[0];
const described = (schema: string, of: unknown): FullRecord =>
  describedRecord(upstreamJson('chaptarr/openapi.v1.json'), schema, of);

/**
 * A record of a list in which it stands beside another one. A row that makes no sense is reported beside the others: that
 * is what refusing one row is.
 */
const listed = (
  name: string,
  full: FullRecord,
  list: () => Promise<RowsRead<unknown>>,
  rest: Pick<Reading, 'needed' | 'judged'>,
): Reading => ({
  name,
  full,
  read: async (record) => {
    answer = { status: 200, body: [full.value, record] };
    const { rows, unreadable } = await list();
    if (unreadable.length > 0 && rows.length === 1) throw new ZodError([]);
    return rows.length === 2;
  },
  ...rest,
});

const IDENTITY = ['refused', 'which record it is would be unknown'] as const;
const WATCH = ['refused', 'whether it is monitored would be unknown'] as const;

const BOOK = described('BookResource', firstOf('book.list'));
const OF_A_BOOK: Pick<Reading, 'needed' | 'judged'> = {
  needed: { id: IDENTITY, monitored: WATCH },
  judged: {
    foreignBookId: 'it says which title it is',
    hasFiles: 'it says whether it has a file',
    'statistics.bookFileCount': 'it says whether it has a file',
  },
};

const PLACE = 'a place that can’t be read is not one that is missing';

holdReads('chaptarr', [
  listed('a record of the library', BOOK, () => chaptarr.books(), OF_A_BOOK),
  {
    name: 'a record by itself',
    full: BOOK,
    read: async (record) => {
      answer = { status: 200, body: record };
      return (await chaptarr.bookById(51)) !== null;
    },
    ...OF_A_BOOK,
  },
  listed('an author', described('AuthorResource', example('author')), () => chaptarr.authors(), {
    needed: { id: IDENTITY },
    judged: {
      foreignAuthorId: 'it says who it is',
      ebookQualityProfileId: PLACE,
      ebookMetadataProfileId: PLACE,
      ebookRootFolderPath: PLACE,
      audiobookQualityProfileId: PLACE,
      audiobookMetadataProfileId: PLACE,
      audiobookRootFolderPath: PLACE,
    },
  }),
  listed(
    'a title that a lookup finds',
    described('BookResource', firstOf('book.lookup')),
    () => chaptarr.lookupBooks('salt', 'ebook'),
    {
      needed: {},
      judged: { id: 'it says whether the library has the record', foreignBookId: 'it says which title it is' },
    },
  ),
  listed('a file', described('BookFileResource', firstOf('bookfile.list')), () => chaptarr.bookFilesOfAuthor(5), {
    needed: { id: IDENTITY, bookId: ['refused', 'which title it belongs to would be unknown'] },
    judged: { dateAdded: 'a moment that can’t be read is not one that isn’t known' },
  }),
  listed('an edition', described('EditionResource', editionOfLookup()), () => chaptarr.editionsOfBooks([51]), {
    needed: {},
  }),
  listed(
    'a quality profile',
    described('QualityProfileResource', firstOf('qualityprofile.list')),
    () => chaptarr.formatProfiles(),
    { needed: { id: IDENTITY }, judged: { profileType: 'it says for which format it is' } },
  ),
  listed(
    'a metadata profile',
    described('MetadataProfileResource', firstOf('metadataprofile.list')),
    () => chaptarr.metadataProfiles(),
    { needed: { id: IDENTITY } },
  ),
  listed('a root folder', described('RootFolderResource', firstOf('rootfolder.list')), () => chaptarr.formatFolders(), {
    needed: { path: ['refused', 'nothing can be put into it'] },
  }),
  listed('an author’s import', described('PendingAuthorImportResource', {}), () => chaptarr.pendingAuthorImports(), {
    needed: { id: IDENTITY },
    judged: { providerId: 'it says whom it is about' },
  }),
  {
    name: 'an ambiguous id',
    full: described('ProviderAmbiguityResource', example('error.ambiguity.409')),
    read: async (record) => {
      answer = { status: 409, body: record };
      return (await chaptarr.addBook({}, 'ebook')).outcome !== 'added';
    },
    needed: { 'candidates[].id': ['refused', 'which record is meant would be unknown'] },
    judged: { candidates: 'without them it is another conflict' },
  },
]);

function editionOfLookup(): unknown {
  return (firstOf('book.lookup') as { readonly editions: readonly unknown[] }).editions[0];
}
