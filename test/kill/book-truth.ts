import type { ReadTx } from '../../src/core/database/database.js';
import { DispatchRow } from '../../src/modules/requests/saved/job-rows.js';
import { RequestRow } from '../../src/modules/requests/saved/rows.js';
import { QuotaChargeRow, QuotaItemRow } from '../../src/modules/quotas/rows.js';
import type { ChaptarrFormat } from '../fakes/chaptarr/chaptarr-catalog.js';
import type { AskedBook, BookHousehold } from './book-household.js';
import { BOOK_CASES } from './book-kinds.js';
import { aboutFile, unless } from './delivered-truth.js';

/**
 * What isn't as it must be once every book has been delivered, though processes were killed on the way: one line each, none when
 * all is well.
 *
 * - A library has one record of each work and format, and it was asked for it once. Exactly what was wanted is watched,
 *   beside what was before; nothing else of its author. A search that was due ran once or twice, and no other.
 * - A request is accepted, its jobs are complete and nobody's, and hold no key.
 * - What was begun stays spent for both members; what needed nothing came back to both.
 * - No library is leased to anyone, and the file is whole.
 */
export function bookWrongs(books: BookHousehold): Promise<readonly string[]> {
  return books.household.withDatabase((database) =>
    database.read(async (tx) => {
      const wrongs: string[] = [];
      for (const [requestId, asked] of books.asked) {
        wrongs.push(...aboutLibrary(books, asked), ...(await aboutRequest(tx, requestId, asked)));
        wrongs.push(...(await aboutUnits(tx, requestId, asked)));
      }
      return [...wrongs, ...(await aboutFile(tx, books.household.now))];
    }),
  );
}

function aboutLibrary({ chaptarr }: BookHousehold, { kind, key }: AskedBook): readonly string[] {
  const name = `book ${key} (${kind})`;
  const { formats, watched, isChanged } = BOOK_CASES[kind];
  const ofAuthor = chaptarr.books.filter(({ author }) => author.writer.foreignAuthorId === `${key}00`);
  const isWatched = ofAuthor.filter(({ monitored }) => monitored).map((one) => `${one.foreignBookId} ${one.format}`);
  const due = watched.map((format) => `${key} ${format}`);
  const aboutFormat = (format: ChaptarrFormat): readonly string[] => {
    const records = ofAuthor.filter((one) => one.foreignBookId === key && one.format === format);
    const added = chaptarr.additions.filter((one) => one.foreignBookId === key && one.format === format).length;
    const searches = chaptarr.searches.filter(({ bookIds }) => bookIds.includes(records[0]?.id ?? 0)).length;
    const isDue = isChanged && formats.includes(format);
    return [
      ...unless(records.length <= 1, `${name} has ${records.length} records as ${format}`),
      ...unless(added <= 1, `${name} was added ${added} times as ${format}`),
      ...unless(isDue ? [1, 2].includes(searches) : searches === 0, `for ${name} ran ${searches} searches (${format})`),
    ];
  };
  return [
    ...unless(String(isWatched.toSorted()) === String(due.toSorted()), `of ${name} is watched: ${isWatched.join()}`),
    ...aboutFormat('ebook'),
    ...aboutFormat('audiobook'),
  ];
}

async function aboutRequest(tx: ReadTx, requestId: number, { kind }: AskedBook): Promise<readonly string[]> {
  const name = `request ${requestId} (${kind})`;
  const { formats, isChanged } = BOOK_CASES[kind];
  const request = await tx.findOneByOrFail(RequestRow, { id: requestId });
  const jobs = await tx.findBy(DispatchRow, { requestId });
  return [
    ...unless(jobs.length === formats.length, `${name} has ${jobs.length} jobs`),
    ...jobs.flatMap(({ state, code, message, leaseToken, openKey, deliveryStartedAt, recordId }) => [
      ...unless(state === 'complete', `${name}: its job is ${state} (${code}: ${message?.text})`),
      ...unless(leaseToken === null && openKey === null, `${name}: its job is still held`),
      ...unless((deliveryStartedAt !== null) === isChanged, `${name}: started at ${deliveryStartedAt}`),
      ...unless(recordId !== null, `${name}: its job is bound to no record`),
    ]),
    ...unless(request.status === 'requested' && request.completedAt !== null, `${name} is ${request.status}`),
  ];
}

async function aboutUnits(tx: ReadTx, requestId: number, { kind, key }: AskedBook): Promise<readonly string[]> {
  const { formats, isChanged } = BOOK_CASES[kind];
  const items = await tx.findBy(QuotaItemRow, { requestId });
  const wrongs: string[] = [];
  for (const item of items) {
    const charge = await tx.findOneByOrFail(QuotaChargeRow, { id: item.chargeId });
    const isSpent = item.deliveryStartedAt !== null && item.releasedAt === null && charge.refundedAt === null;
    const isBack = item.deliveryStartedAt === null && item.releaseReason === 'no_op' && charge.refundReason === 'no_op';
    const name = `${item.bookFormat} of request ${requestId} (${kind}) for ${item.userId}`;
    wrongs.push(...unless(isChanged ? isSpent : isBack, `${name}: ${JSON.stringify({ item, charge })}`));
  }
  const charges = await tx.countBy(QuotaChargeRow, { unitKey: key });
  return [
    ...wrongs,
    ...unless(items.length === formats.length + 1, `request ${requestId} (${kind}) has ${items.length} units`),
    ...unless(charges === formats.length + 1, `request ${requestId} (${kind}) was charged ${charges} times`),
  ];
}
