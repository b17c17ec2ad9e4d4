import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../core/access/caller.js';
import { type AskedPage, RequestStatusService } from './request-status.service.js';

const CHILD = { userId: 7 } as Caller;

describe('issue 22: a page of the own requests of a kids account, most of which are left out', () => {
  it('is filled by few readings, however short it is, and has the newest that may be seen', async () => {
    const readings: Partial<AskedPage>[] = [];
    const own = (_caller: Caller, page: Partial<AskedPage>) => {
      readings.push(page);
      const newest = (page.before ?? 1_001) - 1;
      const count = Math.min(page.limit ?? 0, newest);
      return Promise.resolve(Array.from({ length: count }, (_, at) => ({ request: { id: newest - at } })));
    };
    const within = (_caller: Caller, read: readonly { request: { id: number } }[]) =>
      Promise.resolve(read.filter(({ request }) => request.id <= 400));
    const of = () => Promise.resolve(() => undefined);
    const none = undefined as never;
    const limits = { within } as never;
    const statuses = new RequestStatusService(none, none, none, none, limits, { of } as never, none, none);
    statuses.own = own as never;
    const page = await statuses.ownPage(CHILD, { limit: 1, before: 1_001 });
    expect(page.map(({ view }) => view.request.id)).toEqual([400]);
    expect(readings.length).toBeLessThan(15);
    expect(new Set(readings.map(({ before }) => before)).size).toBe(readings.length);
  });
});
