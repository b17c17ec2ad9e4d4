import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { servedAssets } from './served-assets.js';
import type { WebAppService } from './web-app.service.js';

const FILE = { type: 'text/css', etag: '"x"', isImmutable: true, plain: Buffer.from('a{}'), compressed: new Map() };

function asked(headers: Request['headers'] = {}) {
  const app = { asset: () => ({ ...FILE, policy: undefined }) } as unknown as WebAppService;
  const clock = new MovedClock();
  const destroy = vi.fn();
  const response = Object.assign(new EventEmitter(), {
    setHeader: () => response,
    writeHead: () => response,
    end: () => response,
    destroy,
  });
  const request = { method: 'GET', url: '/assets/a-1.css', headers } as Request;
  const next = vi.fn();
  servedAssets(app, clock)(request, response as unknown as Response, next);
  return { clock, destroy, response, next };
}

describe('a file that goes out before routing', () => {
  it('security 36: is cut off where its reader takes a minute', async () => {
    const { clock, destroy } = asked();
    await clock.advance(59_999);
    expect(destroy).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(destroy).toHaveBeenCalledOnce();
  });

  it('is not waited for once it has gone out', () => {
    const { clock, response } = asked();
    response.emit('close');
    expect(clock.pending).toBe(0);
  });

  it.each([
    [{}, 0],
    [{ 'content-length': '0' }, 0],
    [{ 'content-length': '99999999999' }, 1],
    [{ 'transfer-encoding': 'chunked' }, 1],
  ])('security 28: is left to the route where the request brings a body: %j', (headers, calls) => {
    expect(asked(headers).next).toHaveBeenCalledTimes(calls);
  });
});
