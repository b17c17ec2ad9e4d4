import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS } from '../../fakes/audiobookshelf/audiobookshelf-fake.js';
import type { AudiobookshelfPermissions } from '../../fakes/audiobookshelf/audiobookshelf-accounts.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { type MediaHousehold, PUBLIC_ADDRESS } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';
import { LookupHousehold } from './lookup-household.js';

interface Place {
  readonly state: string;
  readonly items: readonly { readonly id: string; readonly url?: string }[];
  readonly fallback_url?: string;
  readonly listening_apps: object;
}

const BOOKS = 'lib-books';
const BOOK_LIST = 'GET /api/v1/book';
const BROWSER = { ios: 'browser', android: 'browser' };
const ASIN = (number: number): string => `B0DEMO${String(number).padStart(4, '0')}`;

describe('doc1 §4: GET /api/media-servers/listen', () => {
  let lookups: LookupHousehold;
  let media: MediaHousehold;
  let number = 0;

  beforeAll(async () => {
    lookups = await LookupHousehold.open();
    media = lookups.media;
    media.audiobookshelf.given.library({ id: BOOKS, name: 'Audiobooks' });
    media.audiobookshelf.given.library({ id: 'lib-other', name: 'Others' });
  });

  afterAll(() => lookups.close());

  beforeEach(async () => {
    number += 1;
    // What was read of the library is read again, and a failure of it is forgotten.
    await media.pass(20_000);
  });

  afterEach(() => lookups.startOver());

  const foreignId = (): string => `hc:${900 + number}`;
  const listen = (session: Session = media.ana, query = `foreign_book_id=${foreignId()}`): Promise<Answer> =>
    session.get(`/api/media-servers/listen?instance_id=${lookups.libraryId}&${query}`);
  const placesOf = ({ status, body, headers }: Answer): readonly Place[] => {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    return body as readonly Place[];
  };
  /** The library has a title as an audiobook, with its file where nothing else is said. */
  const giveTitle = (hasFile = true): void => {
    const edition = { foreignEditionId: `hc:edition:${900 + number}`, isbn13: null, asin: ASIN(number) };
    const title = `Salt ${number}`;
    lookups.chaptarr.given.book({
      foreignBookId: foreignId(),
      title,
      editions: { audiobook: [edition] },
      format: 'audiobook',
      hasFile,
    });
  };
  const giveBook = (fields = {}): string =>
    media.audiobookshelf.given.book(BOOKS, { title: `Salt ${number}`, asin: ASIN(number), ...fields });
  const account = () => media.audiobookshelf.accounts.byId(lookups.accounts.audiobook_server);

  it('the audiobook on each server on which the caller has an account', async () => {
    giveTitle();
    const id = giveBook({ narrators: ['A', 'B'] });
    giveBook({ asin: ASIN(9_999) });
    expect(placesOf(await listen())).toEqual([
      {
        instance_id: media.ids.audiobook_server,
        service_type: 'audiobook_server',
        name: 'Books',
        state: 'found',
        items: [
          {
            id,
            title: `Salt ${number}`,
            library_name: 'Audiobooks',
            narrators: ['A', 'B'],
            url: `${PUBLIC_ADDRESS.audiobook_server}/item/${id}`,
          },
        ],
        listening_apps: BROWSER,
      },
    ]);
  });

  it('issue 21: an id of the feed is the id of the library', async () => {
    giveTitle();
    giveBook();
    const [place] = placesOf(await listen(media.ana, `foreign_book_id=${foreignId().replace('hc:', 'bc:')}`));
    expect(place?.state).toBe('found');
  });

  it('issue 21: found without an address where the server has none for people', async () => {
    giveTitle();
    const id = giveBook();
    await lookups.setAddress('audiobook_server', '');
    const answer = await listen();
    await lookups.setAddress('audiobook_server', PUBLIC_ADDRESS.audiobook_server);
    const [place] = placesOf(answer);
    expect(place).toMatchObject({ state: 'found', items: [{ id }] });
    expect(place?.items[0]).not.toHaveProperty('url');
    expect(answer.text).not.toContain(media.audiobookshelf.url);
  });

  it('doc3 §12.4: with the app of one’s own choice', async () => {
    giveTitle();
    await media.ana.put('/api/me/listening-apps', { ios: 'shelfplayer', android: '' });
    const [place] = placesOf(await listen());
    expect(place?.listening_apps).toEqual({ ios: 'shelfplayer', android: 'browser' });
    await media.ana.put('/api/me/listening-apps', {});
  });

  describe('issue 21: what the account there may not see is not found', () => {
    it.each<readonly [string, Partial<AudiobookshelfPermissions>, object, object]>([
      ['its library', { accessAllLibraries: false }, { librariesAccessible: ['lib-other'] }, {}],
      ['none of its tags', { accessAllTags: false }, { itemTagsSelected: ['kids'] }, { tags: ['adults'] }],
      [
        'a tag that is withheld',
        { accessAllTags: false, selectedTagsNotAccessible: true },
        { itemTagsSelected: ['adults'] },
        { tags: ['adults'] },
      ],
      ['what is explicit', {}, {}, { explicit: true }],
      ['anything, since it is switched off', {}, { isActive: false }, {}],
    ])('%s', async (_what, permissions, fields, book) => {
      giveTitle();
      giveBook(book);
      const there = account();
      const before = { ...there, permissions: { ...there?.permissions } };
      Object.assign(there ?? {}, fields, { permissions: { ...there?.permissions, ...permissions } });
      const [place] = placesOf(await listen());
      Object.assign(there ?? {}, before);
      expect(place).toMatchObject({
        state: 'unverified',
        items: [],
        fallback_url: PUBLIC_ADDRESS.audiobook_server,
      });
    });
  });

  describe('servers that say nothing', () => {
    it.each([
      [AUDIOBOOKSHELF_CALLS.user, 'reset', 'unreachable'],
      [AUDIOBOOKSHELF_CALLS.libraries, 500, 'unreachable'],
      [AUDIOBOOKSHELF_CALLS.search, 401, 'unreachable'],
      [AUDIOBOOKSHELF_CALLS.search, 'garbage', 'unverified'],
    ] as const)('doc1 §3: %s, %s: %s', async (call, fault, state) => {
      giveTitle();
      giveBook();
      media.audiobookshelf.fail(call, fault, Infinity);
      expect(placesOf(await listen())).toMatchObject([{ state, items: [] }]);
    });

    it('issue 21: four seconds, however many searches it takes', async () => {
      giveTitle();
      media.audiobookshelf.fail(AUDIOBOOKSHELF_CALLS.search, 'timeout', Infinity);
      const arrived = media.audiobookshelf.nextCall(AUDIOBOOKSHELF_CALLS.search);
      const answer = listen();
      await arrived;
      await media.app.clock.advance(4_000);
      expect(placesOf(await answer)).toMatchObject([{ state: 'unreachable' }]);
    });
  });

  describe('an empty list', () => {
    it('without an account of one’s own, and the library is not read', async () => {
      giveTitle();
      lookups.chaptarr.forgetCalls();
      expect(placesOf(await listen(media.ben))).toEqual([]);
      expect(lookups.chaptarr.calls(BOOK_LIST)).toEqual([]);
    });

    it('where the library has no audio file, and no server is asked', async () => {
      giveTitle(false);
      giveBook();
      expect(placesOf(await listen())).toEqual([]);
      expect(media.audiobookshelf.calls(AUDIOBOOKSHELF_CALLS.search)).toEqual([]);
    });

    it('security 12: once the server is taken away while it answers', async () => {
      giveTitle();
      media.audiobookshelf.route(AUDIOBOOKSHELF_CALLS.search, async () => {
        await media.grant('audiobook_server', media.ben);
        return { body: { book: [] } };
      });
      expect(placesOf(await listen())).toEqual([]);
      await media.grant('audiobook_server', media.ana, media.ben);
    });
  });

  describe('refusals', () => {
    it.each([
      ['foreign_book_id=hc:1', 'instance_id required'],
      ['instance_id=book_manager-1', 'foreign_book_id required'],
      ['instance_id=book_manager-1&foreign_book_id=hc:1', 'unknown Chaptarr instance'],
    ])('400 for %s', async (query, error) => {
      const answer = await media.ana.get(`/api/media-servers/listen?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { error } });
    });

    it('400 for an instance of another kind', async () => {
      const query = `instance_id=${media.ids.video_server_a}&foreign_book_id=hc:1`;
      expect((await media.ana.get(`/api/media-servers/listen?${query}`)).status).toBe(400);
    });

    it('403 for a library that the caller does not hold, before anybody is asked', async () => {
      const other = await media.app.invite('other');
      await media.admin.put(`/api/instances/${lookups.libraryId}/grant-users`, { user_ids: [media.ana.userId] });
      expect((await listen(other)).status).toBe(403);
      expect(lookups.chaptarr.calls(BOOK_LIST)).toEqual([]);
    });

    it('503 where the library can not be read', async () => {
      lookups.chaptarr.fail(BOOK_LIST, 500, Infinity);
      expect((await listen()).status).toBe(503);
    });

    it('503 where the library was moved meanwhile', async () => {
      giveTitle();
      const { apiKey } = lookups.chaptarr;
      const moved = await new ChaptarrFake({ apiKey }).start();
      const move = (url: string): Promise<Answer> =>
        media.admin.put(`/api/instances/${lookups.libraryId}`, { name: 'Library', url, api_key: apiKey });
      media.audiobookshelf.route(AUDIOBOOKSHELF_CALLS.search, async () => {
        expect((await move(moved.url)).status).toBe(200);
        return { body: { book: [] } };
      });
      expect((await listen()).status).toBe(503);
      await move(lookups.chaptarr.url);
      await moved.stop();
    });

    it('403 where the library is taken away meanwhile', async () => {
      giveTitle();
      media.audiobookshelf.route(AUDIOBOOKSHELF_CALLS.search, async () => {
        await media.admin.put(`/api/instances/${lookups.libraryId}/grant-users`, { user_ids: [] });
        return { body: { book: [] } };
      });
      expect((await listen()).status).toBe(403);
    });
  });
});
