import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import {
  AlbumProgressed,
  AlbumReported,
  BookProgressed,
  BookReported,
} from '../../../src/modules/library/library.public.js';
import { RequestFactsService } from '../../../src/modules/requests/requests.public.js';
import type { App, Session } from '../../harness/start-app.js';
import { AlbumHousehold } from './album-household.js';
import { BookHousehold } from './book-household.js';

const POLL = 'library.poll-queues';

/** An event about a title, with the requests that wait for it: `<request>: <account> <formats>, …`. */
type Heard = readonly [name: string, waiting: readonly string[]];

/** Hears events about titles as a module does that tells people of them. */
function listener(app: App) {
  const heard: Heard[] = [];
  const waiting = async (instanceId: string, mediaType: 'book' | 'music', key: string): Promise<readonly string[]> => {
    const facts = await app
      .get(Database)
      .read((tx) => app.get(RequestFactsService).awaiting(tx, instanceId, { mediaType, key }));
    return facts.map(({ id, audience }) => {
      const people = audience.map(({ userId, formats }) => [userId, ...formats].join(' '));
      return `${id}: ${people.join(', ')}`;
    });
  };
  for (const type of [BookProgressed, BookReported])
    app.get(EventBus).on<BookProgressed | BookReported>(type, async ({ instanceId, key }) => {
      heard.push([type.name, key === null ? [] : await waiting(instanceId, 'book', key)]);
    });
  for (const type of [AlbumProgressed, AlbumReported])
    app.get(EventBus).on<AlbumProgressed | AlbumReported>(type, async ({ instanceId, foreignAlbumId }) => {
      heard.push([type.name, await waiting(instanceId, 'music', foreignAlbumId)]);
    });
  return heard;
}

describe('issue 20 §5: who waits for a book that progressed or was reported', () => {
  let household: BookHousehold;
  let ben: Session;
  let heard: Heard[];

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
    heard = listener(household.app);
  });

  afterAll(() => household.close());

  beforeEach(async () => {
    await household.startOver();
    ben = await household.app.invite('ben');
    heard.length = 0;
  });

  /** A book whose ebook was delivered for ana and ben; ben and cleo, who has lost the library, wait for the audiobook. */
  async function delivered(foreignId: string): Promise<readonly [ebook: number, audiobook: number]> {
    const requestId = await household.idOf(household.ana, foreignId, 'ebook');
    await household.idOf(ben, foreignId, 'ebook');
    await household.app.deliver();
    const cleo = await household.app.invite('cleo');
    await household.app.clock.advance(1_000);
    const later = await household.idOf(ben, foreignId, 'audiobook');
    await household.idOf(cleo, foreignId, 'audiobook');
    await household.assign(household.library, 'remove', cleo);
    return [requestId, later];
  }

  it('those who may use the library now, with the formats that they wait for', async () => {
    const id = household.book();
    const [first, last] = await delivered(id);
    await household.bookStatus(household.ana, id);
    household.chaptarr.startDownload(household.chaptarr.book(id, 'ebook')?.id ?? 0);
    await household.app.clock.advance(30_000);
    await household.app.get(JobRunner).runNow(POLL);
    const ana = household.ana.userId;
    expect(heard).toContainEqual([
      'BookProgressed',
      [`${first}: ${ana} ebook, ${ben.userId} ebook`, `${last}: ${ben.userId} audiobook`],
    ]);
  });

  it('a title that the library files under another id', async () => {
    household.chaptarr.given.catalog([{ foreignBookId: 'hc:8001', canonicalId: 'hc:9001' }]);
    const id = await household.idOf(household.ana, 'hc:8001', 'ebook');
    await household.app.deliver();
    await household.bookStatus(household.ana, 'hc:8001');
    await household.admin.post(`/api/instances/${household.library}/webhook`);
    await household.chaptarr.sendWebhook('Download', household.chaptarr.books[0]?.id);
    expect(heard.at(-1)).toEqual(['BookReported', [`${id}: ${household.ana.userId} ebook`]]);
  });

  it('nobody where all requests for it were withdrawn, and where it was never asked for', async () => {
    const id = household.book();
    await household.cancel(household.ana, await household.idOf(household.ana, id));
    for (const key of [id, 'hc:1'])
      await household.app.get(EventBus).publish(new BookProgressed(household.library, key));
    await household.idOf(household.ana, id);
    await household.app.get(EventBus).publish(new BookProgressed('another', id));
    expect(heard).toEqual(Array.from({ length: 3 }, () => ['BookProgressed', []]));
  });
});

describe('issue 20 §5: who waits for an album that progressed or was reported', () => {
  let household: AlbumHousehold;
  let heard: Heard[];

  beforeAll(async () => {
    household = await AlbumHousehold.open({ isReusable: true });
    heard = listener(household.app);
  });

  afterAll(() => household.close());

  beforeEach(() => household.startOver());

  it('each account with its own request, as long as it may use the library', async () => {
    const [group, ben] = [household.group(), await household.app.invite('ben')];
    const id = await household.brought(household.ana, group);
    await household.brought(ben, group);
    await household.assign(household.library, 'remove', ben);
    await household.shown(household.ana, group);
    await household.admin.post(`/api/instances/${household.library}/webhook`);
    household.lidarr.startDownload(group);
    await household.app.clock.advance(30_000);
    await household.app.get(JobRunner).runNow(POLL);
    await household.lidarr.sendWebhook('Download', group);
    const waiting = [`${id}: ${household.ana.userId}`, expect.stringMatching(/^\d+: $/)];
    expect(heard).toContainEqual(['AlbumProgressed', waiting]);
    expect(heard.at(-1)).toEqual(['AlbumReported', waiting]);
  });
});
