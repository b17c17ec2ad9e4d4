import { describe, expect, it } from 'vitest';
import { type AppError, refusalBody } from '../../../src/core/errors/app-error.js';
import { MediaPathMappingsInvalid, sayOfPath } from '../../../src/modules/instances/instances.errors.js';
import { failureOf, noAnswer } from './failure.js';
import { folderFault } from './folder-fault.js';

const failure = (error: AppError) => failureOf(error.status, new Headers(), refusalBody(error));

describe('design §4, Libraries: what is wrong with a pair of folders is said at its field', () => {
  it.each([
    [1, 'arr_path', sayOfPath('mapping_path_not_absolute')],
    [12, 'service_path', sayOfPath('mapping_folder_missing')],
    [3, 'arr_path', sayOfPath('mapping_path_repeated', { twin: 2 })],
  ] as const)('%i %s %j', (row, member, fault) => {
    const { code, text, params } = fault;
    expect(folderFault(failure(MediaPathMappingsInvalid.at({ row, member }, fault)))).toMatchObject({
      row: row - 1,
      at: member,
      reason: { code, text, params },
    });
  });

  it('what is about all of them, a busy server and a lost network are no fault of a field', () => {
    const busy = failureOf(503, new Headers(), { error: 'x', code: 'x', params: { row: 1, member: 'arr_path' } });
    for (const other of [failure(MediaPathMappingsInvalid.tooMany(100)), busy, noAnswer(), null])
      expect(folderFault(other)).toBeUndefined();
  });
});
