import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BookHousehold, type ShownBook } from './book-household.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('the status of a book', () => {
  let household: BookHousehold;
  let id: string;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  beforeEach(async () => {
    await household.startOver();
    id = household.book();
  });

  /** The digest is older than it may be. */
  const later = () => household.app.clock.leap(16_000);

  it.each([
    ['', 400, 'foreign_id required'],
    ['?foreign_id=', 400, 'foreign_id required'],
    ['?foreign_id=%2e%2e%2fx', 400, 'foreign_id is not an id'],
    ['?foreign_id=hc:1&foreign_id=hc:2', 400, 'foreign_id was given more than once'],
    ['?foreign_id=hc:1&instance_id=nowhere', 400, undefined],
  ])('doc4 §1.5: book-status%s is %i', async (query, status, error) => {
    const answer = await household.ana.get(`/api/requests/book-status${query}`);
    expect(answer.status).toBe(status);
    if (error !== undefined) expect(answer.body).toEqual(refusedWith(error));
  });

  it('doc4 §4.3: each format has its own status, live over saved, and they collapse', async () => {
    const { ana, chaptarr } = household;
    const requestId = await household.idOf(ana, id);
    const shown = async () => (await household.bookStatus(ana, id)).body as Record<string, unknown>;
    expect(await shown()).toMatchObject({ status: 'requested', request_id: requestId });
    const { id: ebook } = chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true });
    chaptarr.startDownload(ebook);
    await later();
    expect(await shown()).toMatchObject({
      status: 'downloading',
      book_formats: { ebook: 'downloading', audiobook: 'requested' },
    });
    chaptarr.importFile(ebook);
    await later();
    expect(await shown()).toMatchObject({
      status: 'partial',
      book_formats: { ebook: 'available', audiobook: 'requested' },
    });
    chaptarr.given.book({ foreignBookId: id, format: 'audiobook', monitored: true, hasFile: true });
    await later();
    expect(await shown()).toMatchObject({ status: 'available', progress: 1 });
  });

  it('doc2 §4 rule 7: a record that was filed under another id is found by its number, with its canonical id', async () => {
    const { ana, app, chaptarr } = household;
    const requestId = await household.idOf(ana, id, 'ebook');
    await app.deliver();
    const canonical = `${id}9`;
    chaptarr.mergeInto(id, canonical);
    const record = chaptarr.book(canonical, 'ebook');
    if (!record) throw new Error('nothing was delivered');
    chaptarr.importFile(record.id);
    await later();
    const found = { status_known: true, canonical_foreign_id: canonical, book_formats: { ebook: 'available' } };
    expect((await household.bookStatus(ana, id)).body).toMatchObject(found);
    expect((await household.receipt(ana, requestId)).body).toMatchObject({ ...found, status: 'available' });
    chaptarr.removeBook(record.id);
    await later();
    expect((await household.receipt(ana, requestId)).body).toMatchObject({ status: 'unavailable', status_known: true });
  });

  it('doc2 §4 rule 8: a library that can not be read is unknown, never absent', async () => {
    const { ana, chaptarr } = household;
    await household.idOf(ana, id, 'ebook');
    await household.left((await household.rows())[0]?.id ?? 0, 'ebook', { state: 'complete', code: 'requested' });
    await chaptarr.stop();
    expect((await household.bookStatus(ana, id)).body).toMatchObject({
      status: 'requested',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
      book_formats: { ebook: 'requested', audiobook: 'unavailable' },
    });
  });

  it('doc4 §4.6: records that name no format are unavailable, and unknown', async () => {
    const { ana, chaptarr } = household;
    const record = chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true });
    chaptarr.spoiled.set(record.id, { mediaType: 'paper' });
    expect((await household.bookStatus(ana, id)).body).toMatchObject({
      status: 'unavailable',
      status_known: false,
      status_unknown_reason: 'format_unresolved',
    });
  });

  it('doc2 §4, book-status: a title or a search text never chooses a similar book', async () => {
    const { ana, chaptarr } = household;
    chaptarr.given.book({ foreignBookId: 'hc:1', title: 'Twin', format: 'ebook', monitored: true, hasFile: true });
    expect((await household.bookStatus(ana, id, '&title=Twin&q=Twin')).body).toMatchObject({ status: 'unavailable' });
  });

  it('doc2 §4, book-status: a title or a search text recovers the record that was chosen, by its exact id', async () => {
    const { ana, chaptarr } = household;
    chaptarr.given.catalog([{ foreignBookId: id, goodreadsWorkId: 'gr:660', title: 'Salt' }]);
    const filed = { foreignBookId: 'hc:9660', goodreadsWorkId: 'gr:660', title: 'Salz' };
    chaptarr.given.book({ ...filed, format: 'ebook', monitored: true, hasFile: true });
    expect((await household.bookStatus(ana, id)).body).toMatchObject({ status: 'unavailable' });
    expect((await household.bookStatus(ana, id, '&title=Salt')).body).toMatchObject({
      book_formats: { ebook: 'available' },
      canonical_foreign_id: 'hc:9660',
    });
  });

  it('doc4 §1.8: a format whose author is imported is requested, and says since when it waits', async () => {
    const { ana, app } = household;
    const requestId = await household.idOf(ana, id);
    const since = app.clock.now();
    const waits = {
      state: 'waiting_library',
      waitingSince: since,
      lastAttemptAt: since,
      nextAttemptAt: since + 300_000,
    };
    await household.left(requestId, 'audiobook', { ...waits, state: 'waiting_library' });
    const at = new Date(since).toISOString();
    const wait = { reason: 'author_import', waiting_since: at, last_attempt_at: at };
    expect((await household.receipt(ana, requestId)).body).toMatchObject({
      status: 'requested',
      book_formats: { audiobook: 'requested' },
      book_format_waits: { audiobook: wait },
    });
    expect((await ana.get('/api/requests')).body).toMatchObject([{ status: 'requested', book_format_wait: wait }]);
  });

  it('doc4 §1.6: by identity, live or as saved; saved alone says nothing of the library', async () => {
    const { ana } = household;
    const requestId = await household.idOf(ana, id);
    const path = `/api/requests/delivery-status?media_type=book&foreign_id=${id.replace('hc:', 'bc:')}`;
    expect((await ana.get(path)).body).toMatchObject({ request_id: requestId, status_known: true });
    expect((await ana.get(`${path}&include_live=false`)).body).toMatchObject({
      request_id: requestId,
      status: 'requested',
      status_known: false,
      book_formats: { ebook: 'requested', audiobook: 'requested' },
    });
    expect((await household.admin.get(`${path}&include_live=false`)).body).toEqual({
      status: 'unavailable',
      progress: 0,
      status_known: false,
    });
  });

  it('doc4 §1.6: as saved, by identity: the formats of all open requests, of all accounts', async () => {
    const { ana, admin } = household;
    const first = await household.idOf(admin, id, 'ebook');
    await household.app.clock.advance(1_000);
    await household.idOf(ana, id, 'both');
    const path = `/api/requests/delivery-status?media_type=book&foreign_id=${id}&include_live=false`;
    const { body } = await ana.get(path);
    expect(body).toMatchObject({
      status: 'requested',
      status_known: false,
      book_formats: { ebook: 'requested', audiobook: 'requested' },
    });
    const { delivery = [] } = body as ShownBook;
    expect(delivery.map(({ request_id, format }) => `${format} ${request_id === first}`).sort()).toEqual([
      'audiobook false',
      'ebook true',
    ]);
  });

  it('doc4 §1.10: 410 for the identity of a retired catalog', async () => {
    const { ana } = household;
    const answer = await ana.get('/api/requests/delivery-status?media_type=book&catalog_provider=x&catalog_id=1');
    expect([answer.status, answer.body]).toMatchObject([410, { code: 'catalog_retired' }]);
  });
});
