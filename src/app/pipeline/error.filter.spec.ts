import type { ArgumentsHost } from '@nestjs/common';
import { ForbiddenException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors/app-error.js';
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
  it('an AppError is answered with its status, its safe text and what else it names', () => {
    const fault = new AppError('taken', 409, 'already taken', {
      body: { code: 'taken' },
      headers: { 'Retry-After': '6' },
    });
    const { status, body, headers, logged } = answerTo(fault);
    expect([status, body, headers.get('Retry-After')]).toEqual([409, { error: 'already taken', code: 'taken' }, '6']);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(logged).toEqual([]);
  });

  it('an AppError of 503 is logged with its cause, and the cause is not answered', () => {
    const fault = new AppError('busy', 503, 'retry shortly', { cause: new Error('planted driver message') });
    const { status, body, logged } = answerTo(fault);
    expect([status, body]).toEqual([503, { error: 'retry shortly' }]);
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
    [new NotFoundException('Cannot GET /planted'), 404, 'not found'],
    [new ForbiddenException('planted'), 403, 'permission denied'],
    [new URIError('planted'), 400, 'bad request'],
    [Object.assign(new Error('planted'), { status: 400 }), 400, 'bad request'],
  ])('case %#: what the framework refuses is answered without its words', (fault, status, error) => {
    const answer = answerTo(fault);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
  });

  it('an answer that has begun is cut off, so that nobody takes it for whole', () => {
    const { cut, status } = answerTo(new Error('planted'), true);
    expect([cut, status]).toEqual([true, 0]);
  });

  it('doc4 §0, error body: on the compatibility interface it is {message} and nothing else', () => {
    const fault = new AppError('taken', 409, 'already taken', { body: { code: 'taken' } });
    expect(answerTo(fault, false, '/api/v1/request').body).toEqual({ message: 'already taken' });
    expect(answerTo(new Error('planted message'), false, '/api/v1/request').body).toEqual({
      message: 'internal error',
    });
    expect(answerTo(new NotFoundException(), false, '/api/v1/request').body).toEqual({ message: 'not found' });
  });
});
