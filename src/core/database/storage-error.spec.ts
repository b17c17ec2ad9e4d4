import { describe, expect, it } from 'vitest';
import { EntityMetadataNotFoundError, QueryFailedError } from 'typeorm';
import { AppError } from '../errors/app-error.js';
import { StorageError, toStorageError, UniqueViolation } from './storage-error.js';

const driverError = (code: string, text = 'words of the driver'): Error =>
  Object.assign(new Error(`${code}: ${text}`), { code, errno: 1 });

const queryFailed = (error: Error): QueryFailedError => new QueryFailedError('INSERT INTO t', ['secret'], error);

describe('toStorageError', () => {
  it.each([
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['SQLITE_CORRUPT', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['SQLITE_FULL', 'full'],
    ['SQLITE_IOERR', 'failed'],
    ['SQLITE_READONLY', 'failed'],
    ['SQLITE_CONSTRAINT', 'failed'],
    ['SQLITE_MISUSE', 'failed'],
  ])('takes %s for %s, bare or in an error of TypeORM', (code, kind) => {
    const fault = driverError(code);
    for (const error of [toStorageError(fault), toStorageError(queryFailed(fault))]) {
      expect(error).toBeInstanceOf(StorageError);
      expect(error).toMatchObject({ kind, code: `storage_${kind}`, status: 503, cause: fault });
    }
  });

  it('takes a connection that is closed for closed', () => {
    expect(toStorageError(driverError('SQLITE_MISUSE', 'Database is closed'))).toMatchObject({ kind: 'closed' });
  });

  it('takes a unique constraint for a UniqueViolation, and no other constraint', () => {
    const unique = driverError('SQLITE_CONSTRAINT', 'UNIQUE constraint failed: users.username');
    expect(toStorageError(queryFailed(unique))).toBeInstanceOf(UniqueViolation);
    const foreign = driverError('SQLITE_CONSTRAINT', 'FOREIGN KEY constraint failed');
    expect(toStorageError(queryFailed(foreign))).toBeInstanceOf(StorageError);
  });

  it('takes any error of TypeORM itself for failed', () => {
    expect(toStorageError(new EntityMetadataNotFoundError('Nothing'))).toMatchObject({ kind: 'failed', status: 503 });
  });

  it.each([
    ['an AppError', new AppError('teapot', 418, 'short and stout')],
    ['a programming error', new TypeError('x is not a function')],
    ['an error of the file system', Object.assign(new Error('gone'), { code: 'ENOENT' })],
    ['a word', 'thrown'],
    ['nothing', undefined],
  ])('leaves %s as it is', (_, error) => {
    expect(toStorageError(error)).toBe(error);
  });

  it('keeps texts, statements and parameters of the driver out of what an error shows of itself', () => {
    const error = toStorageError(queryFailed(driverError('SQLITE_CONSTRAINT', 'UNIQUE constraint failed: t.c')));
    const shown = `${String(error)} ${JSON.stringify(error)} ${JSON.stringify({ ...(error as object) })}`;
    expect(shown).not.toMatch(/SQLITE|constraint|INSERT|secret/);
    expect(Object.keys(error as object)).not.toContain('cause');
  });

  it('keeps the parameters of a statement out of the cause as well', () => {
    const error = toStorageError(queryFailed(driverError('SQLITE_FULL'))) as Error;
    expect(JSON.stringify(error.cause)).not.toContain('secret');
  });
});
