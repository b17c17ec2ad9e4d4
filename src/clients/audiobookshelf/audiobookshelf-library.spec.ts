import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { AudiobookshelfClient } from './audiobookshelf.client.js';

const KEY = 'canary-abs-key';
const [BOOKS, MORE] = ['3c9be1de-0000-4d7e-8001-000000000010', '3c9be1de-0000-4d7e-8001-000000000011'] as const;

let fake: AudiobookshelfFake;
let client: AudiobookshelfClient;

beforeEach(async () => {
  const clock = new MovedClock();
  fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
  fake.given.library({ id: BOOKS, name: 'Audiobooks' });
  fake.given.library({ id: MORE, name: 'Podcasts', mediaType: 'podcast' });
  client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

describe('libraries and books', () => {
  it('are listed, of books and of podcasts', async () => {
    await expect(client.libraries()).resolves.toEqual([
      { id: BOOKS, name: 'Audiobooks', mediaType: 'book' },
      { id: MORE, name: 'Podcasts', mediaType: 'podcast' },
    ]);
    fake.fail(AUDIOBOOKSHELF_CALLS.libraries, { body: { libraries: [{ id: BOOKS, name: ' ' }] } });
    await expect(client.libraries()).resolves.toEqual([{ id: BOOKS, name: BOOKS, mediaType: '' }]);
    fake.fail(AUDIOBOOKSHELF_CALLS.libraries, { body: { libraries: [{ name: 'Audiobooks' }] } });
    expect(await failureOf(client.libraries())).toMatchObject({ kind: 'malformed' });
  });

  it.each([false, true])(
    'a search finds what contains a text, with what says who may see it (long: %s)',
    async (isLong) => {
      fake.items.writesLong = isLong;
      const isbn = '9780000000019';
      const id = fake.given.book(BOOKS, { title: 'Salt', isbn, tags: ['kids'], explicit: true, narrators: ['A', 'B'] });
      fake.given.book(BOOKS, { title: `About ${isbn}`, tracks: 0 });
      fake.given.book(MORE, { title: 'Elsewhere', isbn });
      const { books, isComplete } = await client.search(BOOKS, isbn);
      expect(isComplete).toBe(true);
      expect(books).toMatchObject([
        { id, libraryId: BOOKS, isbn, tags: ['kids'], isExplicit: true, narrators: ['A', 'B'], hasAudio: true },
        { isbn: null, hasAudio: false },
      ]);
    },
  );

  it('issue 21: what a search leaves out is unknown where it may have left something out', async () => {
    for (let at = 0; at < 50; at += 1) fake.given.book(BOOKS, { title: `Salt ${at}` });
    await expect(client.search(BOOKS, 'salt 4')).resolves.toMatchObject({ isComplete: true });
    await expect(client.search(BOOKS, 'salt')).resolves.toMatchObject({ isComplete: false });
    for (const row of [{}, { libraryItem: { id: 'a', libraryId: MORE, media: { metadata: {} } } }]) {
      fake.fail(AUDIOBOOKSHELF_CALLS.search, { body: { book: [row] } });
      await expect(client.search(BOOKS, 'salt')).resolves.toEqual({ books: [], isComplete: false });
    }
    fake.fail(AUDIOBOOKSHELF_CALLS.search, { body: { podcast: [] } });
    expect(await failureOf(client.search(BOOKS, 'salt'))).toMatchObject({ kind: 'malformed' });
    expect(await failureOf(client.search('nowhere', 'salt'))).toMatchObject({ kind: 'not_found' });
  });
});
