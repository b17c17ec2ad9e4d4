import { describe, expect, it } from 'vitest';
import { QueryFailedError } from 'typeorm';
import { isAffirmedRefusal, isConflict, postgresFault } from './postgres-fault.js';
import { StorageError, UniqueViolation } from './storage-error.js';

const answered = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new Error('words of the server'), { code, severity });
const queryFailed = (error: Error): QueryFailedError => new QueryFailedError('INSERT INTO t', ['secret'], error);

describe('postgresFault', () => {
  it.each([
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['08006', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['53100', 'full'],
    ['XX001', 'corrupt'],
    ['XX002', 'corrupt'],
    ['23503', 'failed'],
    ['42P01', 'failed'],
    ['28P01', 'failed'],
  ])('takes %s for %s, bare or in an error of TypeORM', (code, kind) => {
    const fault = answered(code);
    for (const error of [postgresFault(fault), postgresFault(queryFailed(fault))]) {
      expect(error).toBeInstanceOf(StorageError);
      expect(error).toMatchObject({ kind, code: `storage_${kind}`, status: 503, cause: fault });
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/words of the server|INSERT|secret/);
    }
  });

  it('takes 23505 for a UniqueViolation', () => {
    expect(postgresFault(queryFailed(answered('23505')))).toBeInstanceOf(UniqueViolation);
  });

  it.each([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a connection that took too long', new Error('timeout exceeded when trying to connect')],
  ])('takes %s for unreachable', (_, fault) => {
    expect(postgresFault(fault)).toMatchObject({ kind: 'unreachable' });
  });

  it('takes a value that could not be read for failed', () => {
    expect(postgresFault(new RangeError('too large'))).toMatchObject({ kind: 'failed' });
  });
});

describe('isConflict', () => {
  it('is true for what may be tried again, and for nothing else', () => {
    expect(['40001', '40P01', '55P03', '23505'].map((code) => isConflict(postgresFault(answered(code))))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isConflict(new StorageError('busy'))).toBe(false);
    expect(isConflict(undefined)).toBe(false);
  });
});

describe('isAffirmedRefusal', () => {
  it('is true only for an error that the server has answered and lived on', () => {
    expect(isAffirmedRefusal(answered('40001'))).toBe(true);
    expect(isAffirmedRefusal(answered('57P01', 'FATAL'))).toBe(false);
    expect(isAffirmedRefusal(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toBe(false);
  });
});
