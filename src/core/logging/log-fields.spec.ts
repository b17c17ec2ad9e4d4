import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError, temporarilyUnavailable } from '../errors/app-error.js';
import { foreignWords } from '../errors/sentence.js';
import { UpstreamError } from '../errors/upstream-error.js';
import { Secret } from '../secrets/secret.js';
import { printableFields } from './log.js';

/** What a driver would put into its error. */
class DriverError extends Error {
  override readonly name = 'QueryFailedError';
  readonly code = 'SQLITE_FULL';
  readonly query = 'INSERT INTO t VALUES (?)';
  readonly parameters = ['planted-canary'];
}

describe('printableFields: secrets', () => {
  it('security 4: redacts a Secret at any depth', () => {
    const key = Secret.of('planted-canary');
    expect(printableFields({ key, nested: { list: [key, { deeper: key }] } })).toEqual({
      key: '[redacted]',
      nested: { list: ['[redacted]', { deeper: '[redacted]' }] },
    });
  });

  it.each(['apiKey', 'X-Api-Key', 'password', 'refresh_token', 'Authorization', 'auth', 'Set-Cookie', 'credentials'])(
    'doc3 §4.3: redacts whatever is under the name %s, at any depth',
    (name) => {
      const fields = { [name]: 'planted-canary', headers: { [name]: ['planted-canary'] } };
      expect(JSON.stringify(printableFields(fields))).not.toContain('planted-canary');
      expect(printableFields(fields)[name]).toBe('[redacted]');
    },
  );

  it('redacts inside maps by the name of the entry', () => {
    const headers = new Map([
      ['x-api-key', 'planted-canary'],
      ['accept', 'text/plain'],
    ]);
    expect(printableFields({ headers })).toEqual({ headers: { 'x-api-key': '[redacted]', accept: 'text/plain' } });
  });

  it('shows of an address neither user nor query', () => {
    const url = new URL('https://user:planted@host.test/path?apikey=canary#part');
    expect(printableFields({ url })).toEqual({ url: 'https://host.test/path' });
  });

  it('never shows a text that is under a credential name, whatever surrounds it', () => {
    const leaf = fc.constantFrom('x', 1, null, true);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ token: fc.constant('planted-canary'), other: tie('tree') }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.stringify(printableFields({ value }))).not.toContain('planted-canary');
      }),
    );
  });
});

describe('printableFields: errors', () => {
  it('shows name, message, code and stack of a plain error, and nothing a driver added', () => {
    const error = new DriverError('database or disk is full', { cause: new Error('planted-canary') });
    const { error: shown } = printableFields({ error });
    expect(shown).toEqual({
      name: 'QueryFailedError',
      message: 'database or disk is full',
      code: 'SQLITE_FULL',
      stack: error.stack,
    });
  });

  it('takes an error of another realm for an error', () => {
    const error: unknown = runInNewContext(
      `Object.assign(new Error('gone'), { code: 'ENOENT', path: 'planted-canary' })`,
    );
    expect(error).not.toBeInstanceOf(Error);
    expect(printableFields({ error })).toEqual({
      error: { name: 'Error', message: 'gone', code: 'ENOENT', stack: expect.any(String) as string },
    });
  });

  it('shows what ends an aborted call, which is an error that the engine did not make, by its number', () => {
    expect(printableFields({ error: new DOMException('given up', 'AbortError') })).toEqual({
      error: { name: 'AbortError', message: 'given up', code: 20, stack: expect.any(String) as string },
    });
  });

  it('shows an AppError by code and status, and its cause by name and code alone', () => {
    const error = temporarilyUnavailable(new DriverError('planted-canary'));
    expect(printableFields({ error })).toEqual({
      error: {
        name: 'AppError',
        message: 'temporarily unavailable, retry shortly',
        code: 'temporarily_unavailable',
        status: 503,
        because: 'QueryFailedError SQLITE_FULL',
      },
    });
  });

  it('shows the cause of an AppError by its name alone where it has no code', () => {
    const error = temporarilyUnavailable(new TypeError('planted-canary'));
    expect(printableFields({ error })).toMatchObject({ error: { because: 'TypeError' } });
  });

  it('shows the kind of an AppError that has one, and no cause where there is none', () => {
    class StorageFault extends AppError {
      readonly kind = 'busy';
    }
    const error = new StorageFault('storage', 503, 'busy', { cause: 'a text is no error' });
    expect(printableFields({ error })).toEqual({
      error: { name: 'StorageFault', message: 'busy', code: 'storage', status: 503, kind: 'busy' },
    });
  });

  it('shows an UpstreamError by system, operation and kind, without its cause', () => {
    const error = new UpstreamError({
      system: 'radarr',
      operation: 'movie.add',
      kind: 'rate_limited',
      status: 429,
      retryAfterMs: 1_000,
      definitelyNotSent: false,
      reason: foreignWords('asked to wait'),
      cause: new DriverError('planted-canary'),
    });
    expect(printableFields({ error })).toEqual({
      error: {
        name: 'UpstreamError',
        message: 'radarr movie.add: asked to wait',
        system: 'radarr',
        operation: 'movie.add',
        kind: 'rate_limited',
        status: 429,
        retryAfterMs: 1_000,
      },
    });
  });

  it('drops a code that is neither text nor number', () => {
    const error = Object.assign(new Error('odd'), { code: { secret: 'planted-canary' } });
    expect(printableFields({ error }).error).not.toHaveProperty('code');
  });
});

describe('printableFields: other values', () => {
  it.each<[string, unknown, unknown]>([
    ['texts, numbers, booleans and null as they are', ['a', 1, true, null], ['a', 1, true, null]],
    ['a large integer as text', 10n ** 20n, '100000000000000000000'],
    ['a symbol by its description', Symbol('x'), 'Symbol(x)'],
    ['a date in RFC 3339', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a date that is none as null', new Date(Number.NaN), null],
    ['bytes by their number', Buffer.from('abc'), '[3 bytes]'],
    ['a set as a list', new Set(['a']), ['a']],
    [
      'an instance by its own fields',
      new (class {
        readonly id = 7;
      })(),
      { id: 7 },
    ],
  ])('shows %s', (_, value, shown) => {
    expect(printableFields({ value })).toEqual({ value: shown });
  });

  it('leaves out undefined and functions', () => {
    expect(printableFields({ none: undefined, call: () => 1, kept: 0 })).toEqual({ kept: 0 });
  });

  it('survives a value that holds itself', () => {
    const value: Record<string, unknown> = { id: 7 };
    value.self = value;
    value.list = [value];
    expect(printableFields({ value })).toEqual({ value: { id: 7, self: '[circular]', list: ['[circular]'] } });
  });

  it.each<[string, (value: unknown[]) => unknown, unknown]>([
    ['map', (held) => new Map([['list', held]]), { list: ['[circular]'] }],
    ['set', (held) => new Set([held]), [['[circular]']]],
  ])('survives a %s that holds itself', (_, around, shown) => {
    const held: unknown[] = [];
    const value = around(held);
    held.push(value);
    expect(printableFields({ value })).toEqual({ value: shown });
  });

  it('shows a value that occurs twice side by side both times', () => {
    const shared = { id: 7 };
    expect(printableFields({ a: shared, b: shared })).toEqual({ a: { id: 7 }, b: { id: 7 } });
  });

  it('follows a value five levels down, and says where it goes deeper', () => {
    const value = { b: { c: { d: { e: { shown: 1, f: {} } } } } };
    expect(printableFields({ value })).toEqual({ value: { b: { c: { d: { e: { shown: 1, f: '[too deep]' } } } } } });
  });

  it('does not follow values without end', () => {
    let value: unknown = 'bottom';
    for (let depth = 0; depth < 10_000; depth++) value = [value];
    expect(JSON.stringify(printableFields({ value }))).toContain('[too deep]');
  });

  it.each(['time', 'level', 'message'])('does not let a field hide the %s of its line', (name) => {
    expect(printableFields({ [name]: 'x' })).toEqual({ [`field_${name}`]: 'x' });
  });

  it('keeps a name that would change the prototype a plain name', () => {
    const fields = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
    const shown = printableFields(fields);
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(JSON.stringify(shown)).toBe('{"__proto__":{"polluted":true}}');
  });
});
