import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BookHousehold } from './book-household.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('asking for a book', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  beforeEach(() => household.startOver());

  it('doc4 §1.2: both formats are asked for by default, in one request with a job for each', async () => {
    const { ana } = household;
    const id = household.book();
    const { body, status } = await household.askBook(ana, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 'requested',
      title: 'Salt',
      instance_id: household.library,
      book_formats: { ebook: 'requested', audiobook: 'requested' },
      status_known: true,
      delivery: [{ format: 'audiobook' }, { format: 'ebook' }],
    });
    const [row] = await household.rows();
    expect(row).toMatchObject({ mediaType: 'book', key: id, foreignId: id, bookFormat: 'both', openKey: null });
    expect(await household.waiting(row?.id ?? 0)).toEqual(['ana both']);
    expect(await household.spent(ana)).toBe('1/1');
  });

  it.each([
    ['ebook', '1/0'],
    ['audiobook', '0/1'],
  ])('doc2 §4 rule 1: %s alone is one unit of its own', async (format, spent) => {
    const { ana } = household;
    expect(await household.asked(ana, household.book(), format)).toMatchObject({
      book_formats: { [format]: 'requested' },
    });
    expect(await household.spent(ana)).toBe(spent);
  });

  it('issue 20 §2: bc:<n> and hc:<n> are one book, and each is shown as it was asked for', async () => {
    const { ana, admin } = household;
    const id = household.book();
    const asked = id.replace('hc:', 'bc:');
    const first = await household.idOf(ana, asked, 'ebook');
    expect(await household.idOf(admin, id, 'ebook')).toBe(first);
    const { body } = await ana.get('/api/requests');
    expect(body).toMatchObject([{ foreign_id: asked, book_format: 'ebook', media_type: 'book' }]);
  });

  it.each([
    [{ foreign_id: undefined }, 'foreign_id required for book and music'],
    [{ foreign_id: '../x' }, 'foreign_id is not an id'],
    [{ title: ' ' }, 'title required for book and music'],
    [{ book_format: 'paper' }, 'book_format must be ebook, audiobook or both'],
  ])('doc4 §1.2: 400 for %j, and nothing is saved', async (fields, error) => {
    const { status, body } = await household.askBook(household.ana, household.book(), 'ebook', fields);
    expect([status, body]).toEqual([400, refusedWith(error)]);
    expect(await household.rows()).toEqual([]);
  });

  it('doc4 §1.10: 410 for a book of a retired catalog', async () => {
    const catalog_ref = { provider: 'music_metadata', id: 'x1' };
    const { status, body } = await household.askBook(household.ana, household.book(), 'ebook', { catalog_ref });
    expect([status, body]).toMatchObject([410, { code: 'catalog_retired' }]);
  });

  it('doc1 routing: 403 without a grant, and nothing is saved', async () => {
    const { ana, library } = household;
    await household.assign(library, 'remove', ana);
    expect((await household.askBook(ana, household.book())).status).toBe(403);
    expect((await household.bookStatus(ana, household.book())).status).toBe(403);
    expect(await household.rows()).toEqual([]);
  });

  it('doc4 §1.12: what a warm digest shows on disk is success without row or charge', async () => {
    const { ana, chaptarr } = household;
    const id = household.book();
    chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true, hasFile: true });
    await household.bookStatus(ana, id);
    const { body } = await household.askBook(ana, id, 'ebook');
    expect(body).toMatchObject({ success: true, status: 'available', book_formats: { ebook: 'available' } });
    expect(body).not.toHaveProperty('request_id');
    expect(await household.rows()).toEqual([]);
    expect(await household.spent(ana)).toBe('0/0');
  });

  it('doc4 §1.12: a format on disk is dropped before the request waits for approval, the other one is asked for', async () => {
    const { ana, chaptarr } = household;
    await household.needApproval();
    const id = household.book();
    chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true, hasFile: true });
    await household.bookStatus(ana, id);
    expect(await household.asked(ana, id, 'both')).toMatchObject({ status: 'pending' });
    expect(await household.saved()).toEqual(['ana pending audiobook: audiobook approval']);
    expect(await household.spent(ana)).toBe('0/1');
  });

  it('doc4 decision "owned already": a cold digest is not waited for; the delivery ends as a no-op and is refunded', async () => {
    const { ana, chaptarr } = household;
    const id = household.book();
    chaptarr.given.book({ foreignBookId: id, format: 'ebook', monitored: true, hasFile: true });
    await household.askBook(ana, id, 'both');
    expect(await household.spent(ana)).toBe('1/1');
    await household.app.deliver();
    expect(await household.saved()).toEqual(['ana requested both: ebook complete, audiobook complete']);
    expect(await household.spent(ana)).toBe('0/1');
  });

  it('doc4 §1.3: options: a book leaves nothing to choose, to an administrator neither', async () => {
    for (const session of [household.ana, household.admin]) {
      const { status, body } = await session.get('/api/requests/options?media_type=book');
      expect([status, body]).toMatchObject([
        200,
        { can_choose_season: false, can_choose_quality: false, quality_profiles: [] },
      ]);
    }
  });
});
