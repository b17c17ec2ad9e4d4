import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { Session } from '../../harness/start-app.js';
import { ActivityHousehold, CANARIES } from './activity-household.js';

const BOOK = 'hc:7201';
const albumId = (number: number): string => `7c9d2e10-0000-4aaa-8bbb-00000000c00${number}`;
const hash = (letter: string): string => letter.repeat(40);

/** Of the torrents that bring books and albums. */
const HASHES = { ebook: hash('a'), box: hash('b'), ended: hash('c'), alone: hash('d') } as const;

/** What an account is shown of a title. */
interface ShownTitle {
  readonly id: string;
  readonly media_type: string;
  readonly title: string;
  readonly creator?: string;
  readonly format?: string;
  readonly instance_id?: string;
  readonly job_ids: readonly string[];
  readonly progress: number;
  readonly details_known: boolean;
}

describe('doc2 §4 Download activity, doc4 §6.4: books and music that are coming', () => {
  let household: ActivityHousehold;
  let { admin, ana, kit }: Record<'admin' | 'ana' | 'kit', Session> = {} as never;
  let chaptarr: ChaptarrFake;
  let lidarr: LidarrFake;
  let ids: Readonly<Record<'books' | 'music', string>>;

  beforeAll(async () => {
    household = await ActivityHousehold.open();
    ({ admin, ana, kit } = household);
    const { app } = household;
    const now = (): number => app.clock.now();
    chaptarr = await new ChaptarrFake({ apiKey: app.secrets.plant('book key', 'planted-book-key'), now }).start();
    const musicKey = app.secrets.plant('music key', 'planted-music-key');
    lidarr = await new LidarrFake({ apiKey: musicKey, now, stocked: false }).start();
    chaptarr.given.nothing();
    ids = {
      books: await connected('book_manager', 'Books', chaptarr),
      music: await connected('music_manager', 'Music', lidarr),
    };
    await granted('books', [ana, kit]);
    await granted('music', [kit]);
    furnish();
  });

  beforeEach(() => household.app.clock.advance(15_000));

  afterAll(async () => {
    await household.close();
    await Promise.all([chaptarr.stop(), lidarr.stop()]);
  });

  async function connected(
    service_type: string,
    name: string,
    { url, apiKey }: { readonly url: string; readonly apiKey: string },
  ): Promise<string> {
    const created = await admin.post('/api/instances', { service_type, name, url, api_key: apiKey });
    if (created.status !== 201) throw new Error(`not connected: ${created.text}`);
    return (created.body as { readonly id: string }).id;
  }

  async function granted(library: keyof typeof ids, to: readonly Session[]): Promise<void> {
    const body = { action: 'add', user_ids: to.map(({ userId }) => userId) };
    const { status, text } = await admin.patch(`/api/instances/${ids[library]}/assignments`, body);
    if (status !== 200) throw new Error(`not granted: ${text}`);
  }

  /**
   * A book in both formats, of which a client reports the ebook alone; two albums in one torrent; a book and an album that are
   * finished, each by its manager's word; a torrent that only the client knows.
   */
  function furnish(): void {
    const { torrent } = household.qbittorrent.given;
    const release = { title: CANARIES.release };
    const of = (format: 'ebook' | 'audiobook') =>
      chaptarr.given.book({ foreignBookId: BOOK, title: 'Salt', format, monitored: true }).id;
    const figures = { size: 400, sizeLeft: 100 };
    chaptarr.given.queueRow({ ...release, ...figures, bookId: of('ebook'), downloadId: HASHES.ebook.toUpperCase() });
    chaptarr.given.queueRow({ ...release, ...figures, bookId: of('audiobook'), downloadId: hash('1') });
    const done = chaptarr.given.book({ foreignBookId: 'hc:7202', title: 'Read Already', format: 'ebook' }).id;
    const importing = { trackedDownloadState: 'importPending', trackedDownloadStatus: 'ok' };
    chaptarr.given.queueRow({ ...release, bookId: done, downloadId: hash('2'), more: importing });
    for (const [at, title] of ['Long Wave', 'Short Wave', 'Heard Already', 'Moved Already'].entries())
      lidarr.given.album({ foreignAlbumId: albumId(at), title });
    for (const at of [0, 1])
      lidarr.given.queueRow({ ...release, of: albumId(at), downloadId: HASHES.box.toUpperCase() });
    lidarr.given.queueRow({ ...release, of: albumId(2), downloadId: hash('3'), status: 'completed' });
    lidarr.given.queueRow({ ...release, of: albumId(3), downloadId: HASHES.ended.toUpperCase() });
    torrent({ hash: HASHES.ebook, name: CANARIES.item, size: 400, amount_left: 200, progress: 0.5 });
    torrent({ hash: HASHES.box, name: CANARIES.item, size: 800, amount_left: 600, progress: 0.25 });
    // Whatever its manager says: a client's word for what it does afterwards counts.
    torrent({ hash: HASHES.ended, name: CANARIES.item, state: 'moving', size: 800, amount_left: 1, progress: 0.9 });
    torrent({ hash: HASHES.alone, name: CANARIES.alone, size: 400, amount_left: 200, progress: 0.5 });
  }

  const read = async (who: Session, query = '') => {
    const shown = await household.shown(who, query);
    const groups = shown.groups as unknown as readonly ShownTitle[];
    return { ...shown, titles: groups.filter(({ id }) => id !== 'unmatched') };
  };

  const named = (titles: readonly ShownTitle[]) =>
    titles.map(({ title, format, creator, media_type: kind }) => [kind, title, format ?? creator]).sort();

  it('each format of a book is a title of its own, and albums of one torrent are one job; what is finished isn’t counted', async () => {
    const { titles, jobs, count, complete } = await read(admin);
    expect([count, complete, jobs.length]).toEqual([4, true, 4]);
    expect(named(titles)).toEqual([
      ['book', 'Salt', 'audiobook'],
      ['book', 'Salt', 'ebook'],
      ['music', 'Long Wave', 'Glass Meridian'],
      ['music', 'Short Wave', 'Glass Meridian'],
    ]);
    const [long, short] = titles.filter(({ media_type: kind }) => kind === 'music');
    expect(long?.job_ids).toEqual(short?.job_ids);
    expect(long).toMatchObject({ instance_id: ids.music, progress: 25, details_known: true });
    const books = titles.filter(({ media_type: kind }) => kind === 'book');
    // By the client where it reports the job, else by the manager.
    expect(books.map(({ format, progress }) => [format, progress]).sort()).toEqual([
      ['audiobook', 75],
      ['ebook', 50],
    ]);
    expect(books.map(({ creator }) => creator)).toEqual(['Ines Valdor', 'Ines Valdor']);
    expect(jobs.filter(({ control }) => control)).toHaveLength(3);
  });

  it('a member sees the libraries it may use: no album, no job of one, no count of it, and no name of a client or a release', async () => {
    const answer = await household.ask(ana);
    const shown = await read(ana);
    expect(named(shown.titles).map(([kind]) => kind)).toEqual(['book', 'book']);
    expect(shown).toMatchObject({ count: 2, complete: true });
    expect([shown.jobs.length, shown.sources.map(({ name }) => name)]).toEqual([2, ['Books', 'Films', 'Series']]);
    const low = answer.text.toLowerCase();
    const planted = [...Object.values(CANARIES), ...Object.values(HASHES), ids.music, 'wave', 'control', '/downloads'];
    expect(planted.filter((text) => low.includes(text.toLowerCase()))).toEqual([]);
    expect((await household.ask(ana, '', 'summary')).body).toMatchObject({ count: 2, complete: true });
  });

  it('one’s own are the formats and albums that the account has requested in this library', async () => {
    const requested = { mediaType: 'book', key: BOOK, bookFormat: 'ebook', instanceId: ids.books } as const;
    await household.requested(ana, requested);
    expect(named((await read(ana, 'scope=mine')).titles)).toEqual([['book', 'Salt', 'ebook']]);
    await household.requested(kit, { mediaType: 'music', key: albumId(1), instanceId: ids.music });
    const own = await read(kit, 'scope=mine');
    expect([named(own.titles), own.count]).toEqual([[['music', 'Short Wave', 'Glass Meridian']], 1]);
  });

  it('security 19: a kids account sees all of libraries without ratings, but no row without a parent, and no count of one', async () => {
    const before = await read(kit);
    expect([before.titles.length, before.count]).toEqual([4, 3]);
    chaptarr.given.queueRow({ downloadId: hash('5'), title: CANARIES.release });
    lidarr.given.queueRow({ downloadId: hash('6'), title: CANARIES.release });
    await household.app.clock.advance(15_000);
    const after = await read(kit);
    expect([after.titles.length, after.count, after.complete, after.jobs.length]).toEqual([4, 3, true, 3]);
    expect(await read(ana)).toMatchObject({ count: 3, complete: true });
    expect((await read(ana)).titles.filter(({ media_type: kind }) => kind === 'unknown')).toMatchObject([
      { title: '', details_known: false },
    ]);
    expect((await read(admin)).count).toBe(6);
  });

  it('a library of books that fails takes no album along', async () => {
    chaptarr.fail('GET /api/v1/queue', 503, 9);
    const shown = await read(kit);
    expect(shown).toMatchObject({ count: null, complete: false, stale: true });
    expect(named(shown.titles).filter(([kind]) => kind === 'music')).toHaveLength(2);
    chaptarr.recover();
  });
});
