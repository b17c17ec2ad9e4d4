import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { instanceIdOf } from './instance-query.js';

describe('the instance that a query names', () => {
  it('doc2 §4 Access: is the caller’s default where none is named, and an empty text names none', () => {
    expect([undefined, '', 'm-1', 'x'.repeat(64)].map(instanceIdOf)).toEqual([
      undefined,
      undefined,
      'm-1',
      'x'.repeat(64),
    ]);
  });

  it.each([[['a', 'b']], [{ a: 'b' }], ['x'.repeat(65)]])('is one short text, and not %j', (value) => {
    expect(() => instanceIdOf(value)).toThrow(AppError);
  });
});
