import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { failureOf } from '../../../../test/harness/upstream-failure.js';
import { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { silentLog } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { findAudiobook } from './find-audiobook.js';

const KEY = 'canary-abs-key';
const [BOOKS, MORE] = ['lib-books', 'lib-more'] as const;
const NUMBERS = { title: 'Salt', isbns: ['9780306406157'], asins: ['B0DEMOAUD1'] };

let fake: AudiobookshelfFake;
let client: AudiobookshelfClient;

beforeEach(async () => {
  const clock = new MovedClock();
  fake = await new AudiobookshelfFake({ apiKey: KEY, now: () => clock.now() }).start();
  fake.given.library({ id: BOOKS, name: 'Audiobooks' });
  fake.given.library({ id: MORE, name: 'More' });
  client = new AudiobookshelfClient({ url: fake.url, apiKey: Secret.of(KEY), clock, log: silentLog });
});

afterEach(() => fake.stop());

const find = (remoteUserId: string, numbers = NUMBERS) =>
  findAudiobook(client, remoteUserId, numbers, new AbortController().signal);
const idsFor = async (remoteUserId: string) => (await find(remoteUserId)).map(({ id }) => id);
const searches = (): readonly unknown[] => fake.calls(AUDIOBOOKSHELF_CALLS.search).map(({ query }) => query.q);

describe('issue 21, listen: an audiobook on a server', () => {
  it('doc1 §4: exact matches alone, with their library and narrators', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1', narrators: ['A', 'B'] });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD2' });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1', tracks: 0 });
    expect(await find(mara)).toEqual([{ id, title: 'Salt', libraryName: 'Audiobooks', narrators: ['A', 'B'] }]);
    expect(searches()).toEqual(['Salt', 'Salt']);
  });

  it('a title of other words is found by its numbers', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(MORE, { title: 'Das Salz', isbn: '0306406152' });
    expect(await idsFor(mara)).toEqual([id]);
    expect(new Set(searches())).toEqual(new Set(['Salt', 'B0DEMOAUD1', '9780306406157', '0306406152']));
  });

  it('a number with hyphens is found by its title', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    const id = fake.given.book(BOOKS, { title: 'Salt', isbn: '978-0-306-40615-7' });
    expect(await idsFor(mara)).toEqual([id]);
  });

  it('a library that the account does not see is not searched', async () => {
    const { id: mara } = fake.given.account({
      username: 'mara',
      librariesAccessible: [MORE],
      permissions: { accessAllLibraries: false },
    });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1' });
    expect(await find(mara)).toEqual([]);
    const searched = fake.calls(AUDIOBOOKSHELF_CALLS.search).map(({ path }) => path.split('/')[3]);
    expect(new Set(searched)).toEqual(new Set([MORE]));
  });

  it.each([
    ['nobody', 'gone', NUMBERS],
    ['a title without numbers', null, { ...NUMBERS, isbns: [], asins: [] }],
  ])('%s: nothing is searched', async (_who, who, numbers) => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    fake.given.book(BOOKS, { title: 'Salt', asin: 'B0DEMOAUD1' });
    expect(await find(who ?? mara, numbers)).toEqual([]);
    expect(searches()).toEqual([]);
  });

  it('doc1 §3: a library that can not be searched spoils what is not found, and nothing that is', async () => {
    const { id: mara } = fake.given.account({ username: 'mara' });
    fake.fail(AUDIOBOOKSHELF_CALLS.search, { status: 500 });
    expect(await failureOf(find(mara))).toMatchObject({ kind: 'failed' });
    const ids = [BOOKS, MORE].map((library) => fake.given.book(library, { title: 'Salt', asin: 'B0DEMOAUD1' }));
    fake.fail(AUDIOBOOKSHELF_CALLS.search, { status: 500 });
    const found = await idsFor(mara);
    expect(found).toHaveLength(1);
    expect(ids).toContain(found[0]);
  });
});
