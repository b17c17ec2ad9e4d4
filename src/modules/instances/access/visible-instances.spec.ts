import { describe, expect, it } from 'vitest';
import type { InstanceRecord } from '../registry/instance-record.js';
import { visibleInstances, type AccountHoldings } from './visible-instances.js';

const record = (id: string, fields: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  serviceType: 'movie_manager',
  name: id,
  url: 'http://library.test',
  isDefault: false,
  sortOrder: 0,
  autoAddUsers: false,
  ...fields,
});

const INSTANCES = [record('a'), record('b', { isDefault: true }), record('t', { serviceType: 'tv_manager' })];

/** `id assigned request_default is_default` of each visible instance, as initials. */
function seen({ assigned = [], preferred = [], role = 'user' }: Given): string[] {
  const holdings: AccountHoldings = {
    role,
    instances: INSTANCES,
    assigned: new Set(assigned),
    preferred: new Set(preferred),
  };
  return visibleInstances(holdings).map(({ instance, ...is }) =>
    [instance.id, is.assigned && 'assigned', is.requestDefault && 'request', is.isDefault && 'default']
      .filter(Boolean)
      .join(' '),
  );
}

interface Given {
  readonly role?: AccountHoldings['role'];
  readonly assigned?: readonly string[];
  readonly preferred?: readonly string[];
}

describe('the instances that an account knows of', () => {
  it('doc1 routing rule 2: a regular account knows of none that it doesn’t hold, the default too', () => {
    expect(seen({})).toEqual([]);
    expect(seen({ preferred: ['a'] })).toEqual([]);
    expect(seen({ assigned: ['a'] })).toEqual(['a assigned request default']);
    expect(seen({ assigned: ['gone'] })).toEqual([]);
  });

  it('doc3 §2.2: for a regular account the default is its effective one', () => {
    expect(seen({ assigned: ['a', 'b', 't'] })).toEqual([
      'a assigned',
      'b assigned request default',
      't assigned request default',
    ]);
    expect(seen({ assigned: ['a', 'b'], preferred: ['a'] })).toEqual(['a assigned request default', 'b assigned']);
  });

  it('doc3 §2.2: for an administrator it is the household’s, unless they prefer a sibling of the kind', () => {
    expect(seen({ role: 'admin' })).toEqual(['a', 'b default', 't']);
    expect(seen({ role: 'admin', preferred: ['a'] })).toEqual(['a default', 'b', 't']);
    expect(seen({ role: 'admin', preferred: ['t'] })).toEqual(['a', 'b default', 't default']);
  });

  it('doc1 routing rule 4: an administrator’s requests go by default only to what is granted to them', () => {
    expect(seen({ role: 'admin', assigned: ['a'] })).toEqual(['a assigned request', 'b default', 't']);
  });
});
