import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../core/database/storage-error.js';
import { UpstreamError, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { stateOfFault } from './lookup-fault.js';

const of = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({ system: 'jellyfin', operation: 'item.find', kind, definitelyNotSent: false, reason: '' });

describe('doc1 §3: the state after a look-up that failed', () => {
  it.each<UpstreamFault>(['unreachable', 'timeout', 'aborted', 'unauthorized', 'rate_limited', 'failed'])(
    '%s: the server is unreachable',
    (kind) => {
      expect(stateOfFault(of(kind))).toBe('unreachable');
    },
  );

  it.each<UpstreamFault>(['not_found', 'rejected', 'redirected', 'malformed', 'too_large'])(
    '%s: nothing is verified',
    (kind) => {
      expect(stateOfFault(of(kind))).toBe('unverified');
    },
  );

  it('security 26: a credential that can not be opened leaves the server unreachable', () => {
    const place = { table: 'service_instances', column: 'api_key', row: 'films' };
    expect(stateOfFault(new SecretUnreadable(place))).toBe('unreachable');
    expect(stateOfFault(new InstanceMissing())).toBe('unreachable');
  });

  it('a fault of our own is thrown', () => {
    const fault = new StorageError('corrupt', new Error('unreadable'));
    expect(() => stateOfFault(fault)).toThrow(fault);
  });
});
