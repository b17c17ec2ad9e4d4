import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { DispatchRow } from '../../../src/modules/requests/saved/job-rows.js';
import { QuotaChargeRow } from '../../../src/modules/quotas/rows.js';
import { counts } from '../../harness/full-counts.js';
import type { Session } from '../../harness/start-app.js';
import { BookHousehold } from './book-household.js';

const PEOPLE = counts({ always: 5, full: 20 });
const SUBMISSIONS = 10 * PEOPLE;
const CHOICES = ['both', 'ebook', 'audiobook', undefined] as const;

describe('a storm of submissions for one book', () => {
  let household: BookHousehold;

  beforeAll(async () => {
    household = await BookHousehold.open({ isReusable: true });
  });

  afterAll(() => household.close());

  it(`issue 20, what this must show, 2: ${SUBMISSIONS} by ${PEOPLE} people leave one open job for each format, one charge for each person and format, one add and one search`, async () => {
    const { app, chaptarr } = household;
    const people: Session[] = [household.ana];
    while (people.length < PEOPLE) people.push(await app.invite(`member ${people.length}`));
    const id = household.book();
    const asked = Array.from({ length: SUBMISSIONS }, (_, turn) => {
      const person = people[turn % PEOPLE];
      if (!person) throw new Error('nobody is there');
      return household.askBook(person, id, CHOICES[Math.floor(turn / PEOPLE) % CHOICES.length]);
    });
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));

    const { jobs, charges } = await app.get(Database).read(async (tx) => ({
      jobs: await tx.find(DispatchRow, { order: { format: 'ASC' } }),
      charges: await tx.find(QuotaChargeRow),
    }));
    expect(jobs.map(({ format, openKey }) => [format, openKey])).toEqual([
      ['audiobook', `${household.library}:${id}:audiobook`],
      ['ebook', `${household.library}:${id}:ebook`],
    ]);
    const paid = charges.map(({ userId, bookFormat }) => `${userId} ${bookFormat}`);
    expect(paid.sort()).toEqual(people.flatMap(({ userId }) => [`${userId} audiobook`, `${userId} ebook`]).sort());
    await app.deliver();
    expect(
      chaptarr.books
        .filter(({ monitored }) => monitored)
        .map(({ format }) => format)
        .sort(),
    ).toEqual(['audiobook', 'ebook']);
    expect(chaptarr.searches.flatMap(({ bookIds }) => bookIds)).toHaveLength(2);
  });
});
