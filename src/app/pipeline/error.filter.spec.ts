import type { ArgumentsHost } from '@nestjs/common';
import { ForbiddenException, NotFoundException, UnauthorizedException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { AppError, notFound, permissionDenied } from '../../core/errors/app-error.js';
import { foreignWords } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { silentLog } from '../../core/logging/log.js';
import { ErrorFilter } from './error.filter.js';
import { refusalBodies } from './refusal-bodies.js';

/** What a caller is answered when this is thrown, and what the log keeps of it. */
function answerTo(fault: unknown, headersSent = false, originalUrl = '/api/requests') {
  const answer = { status: 0, body: undefined as unknown, headers: new Map<string, string>(), cut: false };
  const response = {
    headersSent,
    setHeader: (name: string, value: string) => answer.headers.set(name, value),
    status: (status: number) => {
      answer.status = status;
      return { json: (body: unknown) => (answer.body = body) };
    },
    destroy: () => (answer.cut = true),
  };
  const logged: unknown[] = [];
  const http = { getRequest: () => ({ requestId: 'r-1', originalUrl }), getResponse: () => response };
  const log = { ...silentLog, error: (...line: unknown[]) => void logged.push(line) };
  const filter = new ErrorFilter(log, refusalBodies(''));
  filter.catch(fault, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return { ...answer, logged };
}

describe('doc3 §0: the body of a failure', () => {
  it('an AppError is answered with its status, its safe text, its code and what else it names', () => {
    const fault = new AppError('taken', 409, 'ana has it already', {
      params: { name: 'ana' },
      body: { taken_at: 5 },
      headers: { 'Retry-After': '6' },
    });
    const { status, body, headers, logged } = answerTo(fault);
    expect([status, body]).toEqual([
      409,
      { error: 'ana has it already', code: 'taken', params: { name: 'ana' }, taken_at: 5 },
    ]);
    expect(headers.get('Retry-After')).toBe('6');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(logged).toEqual([]);
  });

  it('without parameters there is no member for them', () => {
    expect(answerTo(new AppError('taken', 409, 'already taken')).body).toStrictEqual({
      error: 'already taken',
      code: 'taken',
    });
  });

  it('an AppError whose body a document quotes is answered with its text alone', () => {
    const fault = new AppError('planted_code', 403, 'not available', {
      isQuoted: true,
      params: { name: 'planted' },
    });
    const { status, body } = answerTo(fault);
    expect(status).toBe(403);
    expect(body).toStrictEqual({ error: 'not available' });
    expect(answerTo(notFound()).body).toStrictEqual({ error: 'not found' });
  });

  it('doc3 §12.3: to a set-top box route its own code is answered, and never parameters', () => {
    const target = '/api/setboxes/x/open';
    const own = new AppError('setbox_no_room', 400, 'there are 8 boxes already', {
      params: { most: 8 },
      body: { code: 'invalid_request' },
    });
    expect(answerTo(own, false, target).body).toStrictEqual({
      error: 'there are 8 boxes already',
      code: 'invalid_request',
    });
    const foreign = new AppError('planted_code', 409, 'words', { params: { name: 'planted' } });
    expect(answerTo(foreign, false, target).body).toStrictEqual({ error: 'words', code: 'invalid_request' });
    expect(answerTo(permissionDenied(), false, target).body).toStrictEqual({
      error: 'not available',
      code: 'not_available',
    });
  });

  it('an AppError of 503 is logged with its cause, and the cause is not answered', () => {
    const fault = new AppError('busy', 503, 'retry shortly', { cause: new Error('planted driver message') });
    const { status, body, logged } = answerTo(fault);
    expect([status, body]).toEqual([503, { error: 'retry shortly', code: 'busy' }]);
    expect(logged).toEqual([['request failed', { request: 'r-1', error: fault }]]);
  });

  it('an outside system’s fault that nobody translated is 502 without its particulars', () => {
    const particulars = { system: 'radarr', operation: 'movie.add', reason: foreignWords('planted reason') };
    const fault = new UpstreamError({ ...particulars, kind: 'failed', definitelyNotSent: false });
    const { status, body } = answerTo(fault);
    expect([status, body]).toEqual([502, { error: 'an upstream service failed', code: 'upstream_failed' }]);
  });

  it.each([
    ['an error', new Error('planted message')],
    ['an error with a status of its own', Object.assign(new Error('planted message'), { status: 503 })],
    ['a text', 'planted text'],
    ['nothing', undefined],
    ['null', null],
  ])('%s that nobody foresaw is 500 with the id of the request, and nothing else', (_, fault) => {
    const { status, body, logged } = answerTo(fault);
    expect([status, body]).toEqual([500, { error: 'internal error', request_id: 'r-1' }]);
    expect(logged).toHaveLength(1);
  });

  it.each([
    [new NotFoundException('Cannot GET /planted'), 404, { error: 'not found' }],
    [new ForbiddenException('planted'), 403, { error: 'permission denied', code: 'permission_denied' }],
    [new UnauthorizedException('planted'), 401, { error: 'unauthorized', code: 'unauthorized' }],
    [new URIError('planted'), 400, { error: 'bad request', code: 'bad_request' }],
    [Object.assign(new Error('planted'), { status: 400 }), 400, { error: 'bad request', code: 'bad_request' }],
  ])('case %#: what the framework refuses is answered without its words', (fault, status, body) => {
    const answer = answerTo(fault);
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  it('an answer that has begun is cut off, so that nobody takes it for whole', () => {
    const { cut, status } = answerTo(new Error('planted'), true);
    expect([cut, status]).toEqual([true, 0]);
  });

  it('doc4 §0, error body: on the compatibility interface it is {message} and nothing else', () => {
    const fault = new AppError('taken', 409, 'already taken', { params: { name: 'ana' }, body: { taken_at: 5 } });
    expect(answerTo(fault, false, '/api/v1/request').body).toStrictEqual({ message: 'already taken' });
    expect(answerTo(new Error('planted message'), false, '/api/v1/request').body).toEqual({
      message: 'internal error',
    });
    expect(answerTo(new NotFoundException(), false, '/api/v1/request').body).toEqual({ message: 'not found' });
  });
});
