import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChaptarrClient } from '../../src/clients/chaptarr/chaptarr.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { BOTH_PLACES, ChaptarrFake } from '../fakes/chaptarr/chaptarr-fake.js';
import type { RecordedCall } from '../fakes/fake-server.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { bodySentTo, FAMILY_FIELDS_READ, ServarrContract } from './servarr-contract.js';
import { upstreamJson } from './upstream-documents.js';

/** What it has from the start, and the examples of such answers; null where none is published. */
const READS = [
  ['/api/v1/system/status', 'system.status.json'],
  ['/api/v1/qualityprofile', 'qualityprofile.list.json'],
  ['/api/v1/metadataprofile', 'metadataprofile.list.json'],
  ['/api/v1/rootfolder', 'rootfolder.list.json'],
  ['/api/v1/author', null],
  ['/api/v1/author/5', 'author.json'],
  ['/api/v1/author/lookup', null],
  ['/api/v1/book', 'book.list.json'],
  ['/api/v1/book/51', null],
  ['/api/v1/book/lookup?term=salt&mediaType=ebook', 'book.lookup.json'],
  ['/api/v1/book/lookup?term=hc:330101', null],
  ['/api/v1/edition?bookId=51&bookId=52', null],
  ['/api/v1/bookfile', 'bookfile.list.json'],
  ['/api/v1/bookfile?authorId=5', 'bookfile.list.json'],
  ['/api/v1/bookfile/81', null],
  ['/api/v1/calendar', null],
  ['/api/v1/wanted/missing', null],
  ['/api/v1/wanted/cutoff', null],
  ['/api/v1/queue', 'queue.page.json'],
  ['/api/v1/history', null],
  ['/api/v1/pendingauthorimport', null],
] as const;

/** What we read of each answer. The example payloads must have it, else we would wait for it in vain. */
const FIELDS_READ = {
  'system.status.json': FAMILY_FIELDS_READ['system.status.json'],
  'book.list.json': [
    '0.id',
    '0.mediaType',
    '0.title',
    '0.authorId',
    '0.foreignBookId',
    '0.foreignEditionId',
    '0.hardcoverBookId',
    '0.goodreadsWorkId',
    '0.monitored',
    '0.hasFiles',
    '0.statistics.bookFileCount',
    '0.statistics.sizeOnDisk',
    '0.releaseDate',
    '0.seriesTitle',
    '0.images.0.coverType',
    '0.images.0.url',
    '0.images.0.remoteUrl',
  ],
  'book.lookup.json': [
    '0.id',
    '0.mediaType',
    '0.foreignBookId',
    '0.editions.0.foreignEditionId',
    '0.editions.0.isbn13',
    '0.editions.0.asin',
    '0.editions.0.asins.0',
    '0.author.foreignAuthorId',
    '0.author.authorName',
  ],
  'author.json': [
    'id',
    'foreignAuthorId',
    'authorName',
    'monitored',
    'added',
    'images.0.url',
    'ebookQualityProfileId',
    'ebookMetadataProfileId',
    'ebookRootFolderPath',
    'audiobookQualityProfileId',
    'audiobookMetadataProfileId',
    'audiobookRootFolderPath',
    'statistics.bookFileCount',
    'statistics.sizeOnDisk',
  ],
  'bookfile.list.json': ['0.id', '0.bookId', '0.mediaType', '0.dateAdded', '0.size'],
  'qualityprofile.list.json': ['0.id', '0.name', '0.profileType'],
  'metadataprofile.list.json': ['0.id', '0.name', '0.profileType'],
  'rootfolder.list.json': [
    '0.path',
    '0.name',
    '0.folderType',
    '0.accessible',
    '0.isEffectiveDefaultEbook',
    '0.isEffectiveDefaultAudiobook',
  ],
  'queue.page.json': [
    'pageSize',
    'totalRecords',
    'records.0.bookId',
    'records.0.authorId',
    'records.0.downloadId',
    'records.0.status',
    'records.0.size',
    'records.0.sizeleft',
    'records.0.trackedDownloadStatus',
    'records.0.trackedDownloadState',
    'records.0.statusMessages',
  ],
  'error.ambiguity.409.json': ['entityType', 'candidates.0.id', 'candidates.0.mediaType'],
  'error.lookup.400.json': ['error'],
} as const;

const WRITER = { foreignAuthorId: 'hc:12', name: 'Mara Quill' };

describe('Chaptarr against its document', () => {
  const contract = new ServarrContract('chaptarr', [], 'v1');
  /** The document gives additions no answer of their own; the facts say that it is the record. */
  const schemas = new SchemaCheck(upstreamJson('chaptarr/openapi.v1.json'), { beyondDocument: ['bookIds'] });
  const fits = (schema: string, body: unknown): readonly string[] =>
    schemas.value({ $ref: `#/components/schemas/${schema}` }, body, '');
  let fake: ChaptarrFake;
  let client: ChaptarrClient;

  const example = <T = unknown>(name: string): T => contract.example(name) as T;

  beforeEach(async () => {
    fake = await new ChaptarrFake({ now: () => Date.UTC(2026, 10, 20, 12) }).start();
    const apiKey = Secret.of(fake.apiKey);
    client = new ChaptarrClient({ url: fake.url, apiKey, clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  /** The body of the published example, as a client that knows its trade sends it. */
  const exampleAddition = (): Record<string, unknown> => example('book.add.request.json');

  /** A lookup's first result, with everything filled in that an addition needs. */
  async function readyToAdd(term: string, author: Readonly<Record<string, unknown>> = BOTH_PLACES) {
    const { rows } = await client.lookupBooks(term, 'audiobook');
    const record = rows[0]?.record;
    if (!record) throw new Error('nothing found');
    const addOptions = {
      monitor: 'specificBook',
      mediaType: 'audiobook',
      booksToMonitor: [],
      searchForMissingBooks: false,
    };
    return {
      ...record,
      monitored: true,
      author: { ...(record.author as object), ...author, addOptions },
      addOptions: { addType: 'manual', searchForNewBook: true },
    };
  }

  describe('the fake answers as the examples and the document say', () => {
    it.each(READS)('%s', async (path, name) => {
      fake.given.lateAuthor('hc:12');
      fake.given.catalog([{ foreignBookId: 'hc:12001', author: WRITER }]);
      await client.addBook(await readyToAdd('hc:12001'), 'audiobook');
      const body = await contract.ask(fake, path);
      contract.expectFits('GET', path, body, name === null ? body : contract.example(name));
      if (!path.includes('status')) expect(JSON.stringify(body)).toMatch(/"(?:id|bookFileCount)":\d/);
    });

    it('an addition of the published example: taken, there already, ambiguous', async () => {
      const post = (): Promise<unknown> =>
        contract.ask(fake, '/api/v1/book?mediaType=audiobook', {
          method: 'POST',
          body: JSON.stringify(exampleAddition()),
        });
      expect(await post()).toMatchObject([{ errorCode: 'BookExistsValidator' }]);
      fake.removeBook(52);
      const added = await post();
      expect(fits('BookResource', added)).toEqual([]);
      expect(missingKeys(example<unknown[]>('book.list.json')[1], added)).toEqual([]);
      fake.ambiguous.add('hc:330101');
      const conflict = await post();
      expect(fits('ProviderAmbiguityResource', conflict)).toEqual([]);
      expect(missingKeys(example('error.ambiguity.409.json'), conflict)).toEqual([]);
    });

    it('a lookup without a term', async () => {
      const asked = await contract.ask(fake, '/api/v1/book/lookup?term=');
      expect(asked).toEqual(example('error.lookup.400.json'));
      expect(fits('ApiErrorResource', await contract.ask(fake, '/api/v1/book/lookup?term=330101'))).toEqual([]);
    });

    it('what is not there, and a server that starts', async () => {
      expect(await contract.ask(fake, '/api/v1/book/999')).toEqual({ message: 'NotFound' });
      fake.startingUp = true;
      expect(await contract.ask(fake, '/api/v1/book')).toMatchObject({ errorMessage: expect.any(String) as string });
    });

    it('a page past the end of the queue is the last one', async () => {
      for (let more = 0; more < 4; more += 1) fake.given.queueRow({ bookId: 51 });
      const page = await contract.ask(fake, '/api/v1/queue?page=9&pageSize=2');
      contract.expectFits('GET', '/api/v1/queue', page, example('queue.page.json'));
      expect(page).toMatchObject({ page: 3, totalRecords: 5, records: [{ bookId: 51 }] });
    });

    it('a changed author and a changed record, whole as they were read', async () => {
      for (const [path, name] of [
        ['/api/v1/author/5', 'author.json'],
        ['/api/v1/book/51', null],
      ] as const) {
        const whole = await contract.ask(fake, path);
        const changed = await contract.ask(fake, path, { method: 'PUT', body: JSON.stringify(whole) });
        contract.expectFits('PUT', path, changed, name === null ? changed : example(name));
        expect(changed).toEqual(whole);
      }
    });
  });

  describe('the client', () => {
    const callsOf = async (): Promise<readonly RecordedCall[]> => {
      fake.given.catalog([{ foreignBookId: 'hc:12001', author: WRITER }]);
      await client.testConnection();
      await client.books();
      await client.bookById(51);
      await client.authors();
      const author = await client.authorById(5);
      await client.editionsOfBooks([51, 52]);
      await client.formatProfiles();
      await client.metadataProfiles();
      await client.formatFolders();
      await client.bookFilesOfAuthor(5);
      await client.queue();
      await client.addBook(await readyToAdd('hc:12001'), 'audiobook');
      await client.setBooksMonitored([52], true);
      if (author) await client.updateAuthor(author.record);
      await client.searchBooks([52]);
      await client.pendingAuthorImports();
      await client.commands();
      return fake.calls();
    };

    it('sends nothing that the document does not know', async () => {
      const calls = await callsOf();
      expect(calls).toHaveLength(18);
      // What a command is given is in the facts alone.
      const commands = calls.filter(({ path }) => path === '/api/v1/command');
      for (const call of commands) expect(schemas.call(call)).toEqual([]);
      contract.expectKnown(calls.filter((call) => !commands.includes(call)));
    });

    it('shapes an addition as the example does', async () => {
      const sent = bodySentTo('POST /api/v1/book', await callsOf());
      const { goodreadsWorkId, asin, author, ...rest } = exampleAddition();
      expect([typeof goodreadsWorkId, typeof asin, typeof author]).toEqual(['string', 'string', 'object']);
      const { editions, ...plain } = rest;
      expect(missingKeys(plain, sent)).toEqual([]);
      expect(Array.isArray(editions)).toBe(true);
    });

    it.each(Object.entries(FIELDS_READ))('reads of %s only what is there', (name, places) => {
      contract.expectRead(name, places);
    });

    it('understands the example payloads', async () => {
      const answers = [
        ['GET /api/v1/book', 'book.list.json'],
        ['GET /api/v1/book/lookup', 'book.lookup.json'],
        ['GET /api/v1/author/:id', 'author.json'],
        ['GET /api/v1/bookfile', 'bookfile.list.json'],
        ['GET /api/v1/queue', 'queue.page.json'],
        ['GET /api/v1/qualityprofile', 'qualityprofile.list.json'],
        ['GET /api/v1/metadataprofile', 'metadataprofile.list.json'],
        ['GET /api/v1/rootfolder', 'rootfolder.list.json'],
      ] as const;
      for (const [key, name] of answers) fake.fail(key, { body: example(name) });
      const { rows, unreadable } = await client.books();
      expect(rows.map(({ id, format, monitored, hasFile }) => [id, format, monitored, hasFile])).toEqual([
        [51, 'ebook', true, true],
        [52, 'audiobook', false, false],
      ]);
      expect(unreadable).toEqual([]);
      await expect(client.lookupBooks('salt', 'ebook')).resolves.toMatchObject({
        refused: false,
        rows: [{ libraryId: null, foreignBookId: 'hc:330101' }],
      });
      await expect(client.authorById(5)).resolves.toMatchObject({ foreignAuthorId: 'hc:440501', fileCount: 1 });
      await expect(client.bookFilesOfAuthor(5)).resolves.toMatchObject({ rows: [{ bookId: 51, format: 'ebook' }] });
      await expect(client.queue()).resolves.toMatchObject([{ bookId: 52, trackedDownloadState: 'downloading' }]);
      await expect(client.formatProfiles()).resolves.toMatchObject({
        rows: [
          { id: 1, purpose: 'ebook' },
          { id: 2, purpose: 'audiobook' },
        ],
      });
      await expect(client.metadataProfiles()).resolves.toMatchObject({
        rows: [
          { id: 1, purpose: 'ebook' },
          { id: 2, purpose: 'audiobook' },
        ],
      });
      await expect(client.formatFolders()).resolves.toMatchObject({
        rows: [
          { path: '/books', purpose: 'ebook', isDefault: { ebook: true, audiobook: false } },
          { path: '/audiobooks', purpose: 'audiobook', isDefault: { ebook: false, audiobook: true } },
        ],
      });
    });

    it('understands the example refusals', async () => {
      fake.fail('POST /api/v1/book', { status: 409, body: example('error.ambiguity.409.json') });
      await expect(client.addBook({}, 'ebook')).resolves.toEqual({
        outcome: 'ambiguous',
        of: 'book',
        candidates: [
          { id: 51, format: 'ebook' },
          { id: 52, format: 'audiobook' },
        ],
      });
      fake.fail('GET /api/v1/book/lookup', { status: 400, body: example('error.lookup.400.json') });
      await expect(client.lookupBooks('x', 'ebook')).resolves.toEqual({ rows: [], unreadable: [], refused: true });
    });
  });
});
