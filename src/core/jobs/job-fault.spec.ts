import { describe, expect, it } from 'vitest';
import { BACKUP_REASONS, BackupFault } from '../backups/backup-fault.js';
import { StorageError, type StorageFault } from '../database/storage-error.js';
import { AppError, notFound, temporarilyUnavailable } from '../errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../errors/upstream-error.js';
import { jobFaultOf } from './job-fault.js';

const PLANTED = 'http://ana:planted-secret@192.0.2.9:7878/path?apikey=planted-secret';

const upstream = (kind: UpstreamFault): UpstreamError =>
  new UpstreamError({ system: PLANTED, operation: PLANTED, kind, definitelyNotSent: false, reason: PLANTED });
const storage = (kind: StorageFault): StorageError => new StorageError(kind, new Error(PLANTED));

describe('jobFaultOf: why a run failed', () => {
  it.each([
    [storage('full'), 'storage_full'],
    [storage('busy'), 'storage_unavailable'],
    [storage('corrupt'), 'storage_unavailable'],
    [storage('unreachable'), 'storage_unavailable'],
    [upstream('unreachable'), 'not_reached'],
    [upstream('timeout'), 'not_reached'],
    [upstream('unauthorized'), 'not_reached'],
    [upstream('malformed'), 'not_understood'],
    [upstream('redirected'), 'not_understood'],
    [temporarilyUnavailable(new Error(PLANTED)), 'not_reached'],
    [new AppError('x', 502, PLANTED), 'not_reached'],
    [notFound(PLANTED), 'internal'],
    [new Error(PLANTED, { cause: storage('full') }), 'internal'],
    [new TypeError(PLANTED), 'internal'],
    [PLANTED, 'internal'],
    [undefined, 'internal'],
    [null, 'internal'],
  ])('issue 22: %s is %s, in a sentence of ours', (error, reason) => {
    const fault = jobFaultOf(error);
    expect(fault).toEqual({ reason, text: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(JSON.stringify(fault)).not.toMatch(/planted|192\.0\.2|7878/);
  });

  it.each(BACKUP_REASONS)('issue 22: a backup that fails with %s says so, without its path', (reason) => {
    const fault = jobFaultOf(new BackupFault(reason, PLANTED, new Error(PLANTED)));
    expect(fault).toEqual({ reason: `backup_${reason}`, text: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(fault.text).not.toContain('planted');
  });
});
