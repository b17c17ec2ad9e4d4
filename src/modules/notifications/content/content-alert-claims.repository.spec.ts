import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MediaRowsDatabase } from '../../../../test/harness/media-rows-database.js';
import { ContentAlertClaimsRepository } from './content-alert-claims.repository.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('doc3 §9.1: the rows of new content that was told', () => {
  const claims = new ContentAlertClaimsRepository();
  let rows: MediaRowsDatabase;

  beforeEach(async () => {
    rows = await MediaRowsDatabase.open();
  });

  afterEach(() => rows.close());

  const claim = (key: string, now: number) => rows.database.write((tx) => claims.claim(tx, key, 'broadcast', now));

  it('a title is told once in ten minutes, and again after them by the same row', async () => {
    expect([await claim('film', DAY), await claim('film', DAY + 10 * MINUTE - 1)]).toEqual([true, false]);
    expect(await claim('film', DAY + 10 * MINUTE)).toBe(true);
    const covers = (at: number) => rows.database.read((tx) => claims.covers(tx, 'film', at));
    expect([await covers(DAY + 20 * MINUTE - 1), await covers(DAY + 20 * MINUTE)]).toEqual([true, false]);
  });

  it('twelve are told in ten minutes, and what lies ahead is from before the clock was set back', async () => {
    const told = [];
    for (let title = 0; title < 13; title += 1) told.push(await claim(`film ${title}`, 2 * DAY));
    expect(told).toEqual([...Array<boolean>(12).fill(true), false]);
    expect(await claim('film 0', DAY)).toBe(true);
  });
});
