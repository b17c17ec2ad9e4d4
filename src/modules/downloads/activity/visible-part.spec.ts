import { describe, expect, it } from 'vitest';
import { clientOf, itemOf, managerOf, queued, titled } from '../../../../test/harness/download-sources.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';
import { visiblePart, type Visibility } from './visible-part.js';
import { OwnTitles } from './own-titles.js';
import { snapshotOf } from './snapshot.js';
import type { ClientSource, ManagerSource } from './sources.js';

const making = { now: 0, hide: (identity: string) => identity, fetchingSince: () => null };

const ADMIN: Visibility = {
  libraries: new Set(['films', 'series']),
  isAdministrator: true,
  shows: () => true,
  own: null,
};
const MEMBER: Visibility = { ...ADMIN, isAdministrator: false };

const seen = (managers: readonly ManagerSource[], clients: readonly ClientSource[], visibility: Visibility) =>
  visiblePart(snapshotOf({ managers, clients }, making), visibility);

const episodes = (numbers: readonly number[], given: Partial<QueuedDownload> = {}): readonly QueuedDownload[] =>
  numbers.map((number) =>
    queued({ part: { recordId: number, name: `Episode ${number}`, season: 1, number }, ...given }),
  );

const series = (rows: readonly QueuedDownload[], given: Partial<ManagerSource> = {}): ManagerSource =>
  managerOf(rows, { id: 'series', name: 'Series', serviceType: 'tv_manager', ...given });

describe('doc2 §2 Download activity: groups', () => {
  it('doc4 §6.4: a season pack is one job, and each of its ten episodes a child that refers to it', () => {
    const { groups, jobs, count } = seen([series(episodes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))], [], MEMBER);
    expect([count, jobs.length, groups.length]).toEqual([1, 1, 1]);
    expect(groups[0]?.parts.map(({ number, jobIds }) => [number, jobIds])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, [jobs[0]?.id]]),
    );
    expect(groups[0]).toMatchObject({ isDetailed: true, progress: 50 });
  });

  it('are titles of libraries: two downloads of one film are one group, of two libraries two', () => {
    const twice = [queued(), queued({ downloadId: 'B', size: 300, sizeLeft: 0, status: 'queued', trackedState: '' })];
    const { groups, count } = seen([managerOf(twice), managerOf(twice, { id: 'series' })], [], MEMBER);
    expect(groups.map(({ jobIds }) => jobIds.length)).toEqual([1, 1]);
    expect(count).toBe(1);
    const other = [queued(), queued({ downloadId: 'B' })];
    expect(seen([managerOf(other)], [], MEMBER).groups.map(({ jobIds }) => jobIds.length)).toEqual([2]);
  });

  it('of what no manager can match are one for each download, without details', () => {
    const { groups } = seen(
      [managerOf([queued({ title: null }), queued({ title: null, downloadId: 'B' })])],
      [],
      ADMIN,
    );
    expect(groups.map(({ isDetailed, jobIds }) => [isDetailed, jobIds.length])).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect(seen([series([queued()])], [], ADMIN).groups[0]?.isDetailed).toBe(false);
  });

  it('are stable: a title’s group is called the same whatever comes for it', () => {
    const one = seen([managerOf([queued()])], [], ADMIN).groups[0]?.group.id;
    expect(seen([managerOf([queued({ downloadId: 'other' })])], [clientOf([])], ADMIN).groups[0]?.group.id).toBe(one);
  });
});

describe('doc2 §4 Download activity: administrators and members', () => {
  const managers = [managerOf([queued()])];
  const clients = [clientOf([itemOf(), itemOf({ id: 'b' })])];

  it('what only a client reports is for administrators, with the client as a source', () => {
    expect(seen(managers, clients, ADMIN)).toMatchObject({
      count: 2,
      unmatched: { jobIds: [expect.any(String)] },
      sources: [{ id: 'films' }, { id: 'qbit' }],
    });
    expect(seen(managers, clients, MEMBER)).toMatchObject({ count: 1, unmatched: null, sources: [{ id: 'films' }] });
  });

  it('a shared job shows a member only its own children', () => {
    const shared = [series(episodes([1])), managerOf(episodes([2]), { serviceType: 'tv_manager' })];
    const { groups, count } = seen(shared, [], { ...MEMBER, libraries: new Set(['series']) });
    expect([count, groups.flatMap(({ parts }) => parts.map(({ number }) => number))]).toEqual([1, [1]]);
  });

  it('security 19: what an account may not see leaves no group, no job and no count', () => {
    const two = [managerOf([queued(), queued({ downloadId: 'B', title: titled({ recordId: 2 }) })])];
    const { groups, jobs, count, isComplete } = seen(two, [], {
      ...MEMBER,
      shows: ({ title }) => title?.recordId === 2,
    });
    expect([groups.length, jobs.length, count, isComplete]).toEqual([1, 1, 1, true]);
  });
});

describe('doc4 §6.4, issue23 §3: a source that failed', () => {
  const failed = { trouble: 'unreadable', isStale: true } as const;

  it('that the account sees makes the count null and the answer incomplete and stale; its rows and the others’ stay', () => {
    const { groups, count, isComplete, isStale } = seen(
      [managerOf([queued()], failed), series([queued({ downloadId: 'B' })])],
      [],
      MEMBER,
    );
    expect([groups.length, count, isComplete, isStale]).toEqual([2, null, false, true]);
  });

  it.each([
    ['a library of others', [managerOf([queued()]), series([], failed)], []],
    ['a client', [managerOf([queued()])], [clientOf([itemOf()], failed)]],
  ])('that the account doesn’t see says nothing: %s', (_, managers, clients) => {
    const visibility = { ...MEMBER, libraries: new Set(['films']) };
    expect(seen(managers, clients, visibility)).toMatchObject({ count: 1, isComplete: true, isStale: false });
  });

  it('a client that fails leaves its last items to administrators, without controls', () => {
    const { unmatched, count, jobs } = seen([], [clientOf([itemOf({ id: 'b' })], failed)], ADMIN);
    expect([unmatched?.jobIds.length, count, jobs[0]?.control]).toEqual([1, null, null]);
  });

  it('doc2 §4: an unbreakable tie makes the count of those null who see it', () => {
    const twins = [clientOf([itemOf()]), clientOf([itemOf()], { id: 'twin' })];
    const managers = [managerOf([queued()]), series([queued({ downloadId: 'B' })])];
    expect(seen(managers, twins, ADMIN).count).toBeNull();
    expect(seen(managers, twins, { ...MEMBER, libraries: new Set(['series']) }).count).toBe(1);
  });
});

describe('doc2 §4 Download activity: what is one’s own', () => {
  const asked = { instanceId: 'series', mediaType: 'tv', recordIds: [], formats: [], isPilot: false } as const;
  const own = new OwnTitles({ titles: [{ ...asked, catalogIds: ['100'], seasons: [1] }], isWhole: true });
  const visibility = { ...MEMBER, own };

  it('is shown without the parts that others have asked for', () => {
    const others = episodes([4], { part: { recordId: 9, name: '', season: 2, number: 4 }, downloadId: 'B' });
    const { groups, count, jobs } = seen(
      [series([...episodes([3]), ...others]), managerOf([queued()])],
      [],
      visibility,
    );
    expect([count, jobs.length, groups.map(({ parts }) => parts.map(({ season }) => season))]).toEqual([1, 1, [[1]]]);
  });

  it('where that can’t be told the answer is incomplete, and never empty for certain', () => {
    const { count, isComplete, groups } = seen([series([queued({ title: null })])], [], visibility);
    expect([count, isComplete, groups]).toEqual([null, false, []]);
    expect(seen([managerOf([queued({ title: null })])], [], visibility)).toMatchObject({ count: 0, isComplete: true });
  });
});
