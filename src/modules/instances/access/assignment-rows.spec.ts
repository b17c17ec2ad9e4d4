import { describe, expect, it } from 'vitest';
import type { InstanceRecord } from '../registry/instance-record.js';
import { assignmentRows } from './assignment-rows.js';

const instance = (id: string, isDefault: boolean): InstanceRecord => ({
  id,
  serviceType: 'movie_manager',
  name: id,
  url: `http://${id}.test`,
  isDefault,
  sortOrder: 0,
  autoAddUsers: false,
});

describe('doc1 §2: assignment rows', () => {
  it('list for every account, by id, what it holds, prefers and gets', () => {
    const rows = assignmentRows({
      instanceId: 'films',
      userIds: [10, 9, 2, 1],
      instances: [instance('films', true), instance('four-k', false)],
      held: new Map([
        [2, new Set(['films', 'four-k'])],
        [9, new Set(['four-k'])],
        [10, new Set(['films'])],
      ]),
      preferred: new Map([[2, 'four-k']]),
    });
    expect(rows).toEqual([
      { userId: 1, assigned: false, preferredInstanceId: null, effectiveDefaultId: null },
      { userId: 2, assigned: true, preferredInstanceId: 'four-k', effectiveDefaultId: 'four-k' },
      { userId: 9, assigned: false, preferredInstanceId: null, effectiveDefaultId: 'four-k' },
      { userId: 10, assigned: true, preferredInstanceId: null, effectiveDefaultId: 'films' },
    ]);
  });
});
