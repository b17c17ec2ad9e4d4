import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Role } from '../../../core/access/permissions.js';
import type { InstanceRecord } from '../registry/instance-record.js';
import { resolveDestination, type NoDestination } from './resolve-destination.js';

const instance = (id: string, sortOrder: number, isDefault = false): InstanceRecord => ({
  id,
  serviceType: 'movie_manager',
  name: id,
  url: `http://${id}.test`,
  isDefault,
  sortOrder,
  autoAddUsers: false,
});

const everyday = instance('everyday', 1, true);
const fourK = instance('four-k', 2);
const kids = instance('kids', 0);

interface Case {
  readonly role?: Role;
  readonly instances?: readonly InstanceRecord[];
  readonly assigned?: readonly string[];
  readonly preferred?: string;
  readonly named?: string;
}

/** The chosen id, or the reason of the refusal. */
function outcome(given: Case): string {
  const { role = 'user', instances = [everyday, fourK, kids], assigned = [], preferred = null, named } = given;
  const answer = resolveDestination(role, { instances, assigned: new Set(assigned), preferred }, named);
  return 'instance' in answer ? answer.instance.id : answer.refused;
}

describe('doc1 routing rule 2: a named destination', () => {
  it('is used when it is granted, before preference and default', () => {
    expect(outcome({ assigned: ['everyday', 'four-k'], preferred: 'everyday', named: 'four-k' })).toBe('four-k');
  });

  it('is refused when it is not granted, though others are', () => {
    expect(outcome({ assigned: ['everyday', 'kids'], named: 'four-k' })).toBe('not_granted');
  });

  it('is refused when it does not exist, though a grant still names it', () => {
    expect(outcome({ assigned: ['everyday', 'gone'], preferred: 'everyday', named: 'gone' })).toBe('unknown');
  });

  it('is refused when it is empty rather than omitted', () => {
    expect(outcome({ assigned: ['everyday'], named: '' })).toBe('unknown');
  });

  it('is used by an administrator without a grant', () => {
    expect(outcome({ role: 'admin', assigned: ['everyday'], named: 'four-k' })).toBe('four-k');
  });

  it('is refused to an administrator when it does not exist', () => {
    expect(outcome({ role: 'admin', named: 'gone' })).toBe('unknown');
  });
});

describe('doc1 routing rules 2 and 4: an omitted destination', () => {
  it('of a regular account is its effective default', () => {
    expect(outcome({ assigned: ['everyday', 'four-k'], preferred: 'four-k' })).toBe('four-k');
    expect(outcome({ assigned: ['everyday', 'kids'] })).toBe('everyday');
    expect(outcome({ assigned: ['four-k', 'kids'] })).toBe('kids');
  });

  it('of a regular account without grants is refused, though there is a default', () => {
    expect(outcome({ preferred: 'everyday' })).toBe('none_assigned');
  });

  it('of an administrator is sought among the own grants first', () => {
    expect(outcome({ role: 'admin', assigned: ['four-k'] })).toBe('four-k');
  });

  it('of an administrator without grants is the household default, else the first of all', () => {
    expect(outcome({ role: 'admin' })).toBe('everyday');
    expect(outcome({ role: 'admin', instances: [fourK, kids] })).toBe('kids');
  });

  it('of an administrator without grants does not follow a preference that no grant carries', () => {
    expect(outcome({ role: 'admin', preferred: 'four-k' })).toBe('everyday');
  });

  it('of an administrator is refused when none is configured', () => {
    expect(outcome({ role: 'admin', instances: [] })).toBe('none_configured');
  });
});

describe('doc1 routing rule 2, for every household', () => {
  const ids = ['everyday', 'four-k', 'kids', 'gone'] as const;
  const id = fc.constantFrom(...ids);
  const instances = fc.subarray([everyday, fourK, kids]);

  it('a regular account reaches nothing but its grants', () => {
    fc.assert(
      fc.property(
        instances,
        fc.subarray([...ids]),
        fc.option(id),
        fc.option(id),
        (known, assigned, preferred, named) => {
          const given = { instances: known, assigned, preferred: preferred ?? undefined, named: named ?? undefined };
          const reached = outcome(given);
          const refusals: NoDestination[] = ['unknown', 'not_granted', 'none_assigned'];
          const reachable = known.map((record) => record.id).filter((known) => assigned.some((held) => held === known));
          expect([...reachable, ...refusals]).toContain(reached);
        },
      ),
    );
  });

  it('a named destination is reached or refused, no matter who asks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Role>('admin', 'user'),
        instances,
        fc.subarray([...ids]),
        fc.option(id),
        id,
        (role, known, assigned, preferred, named) => {
          const reached = outcome({ role, instances: known, assigned, preferred: preferred ?? undefined, named });
          expect([named, 'unknown', 'not_granted']).toContain(reached);
        },
      ),
    );
  });
});
