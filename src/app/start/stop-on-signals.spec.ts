import { createServer, type Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualPromise, type ManualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { type Log, silentLog } from '../../core/logging/log.js';
import { stopOnSignals } from './stop-on-signals.js';

describe('a server that receives a signal to stop', () => {
  let clock: MovedClock;
  let server: Server;
  let closing: ManualPromise<void>;
  let send: (signal: NodeJS.Signals) => void;
  const [info, error] = [vi.fn<Log['info']>(), vi.fn<Log['error']>()];
  const exit = vi.fn();
  const cut = vi.fn();

  beforeEach(() => {
    clock = new MovedClock();
    server = createServer();
    server.closeAllConnections = cut;
    closing = manualPromise();
    const app = { getHttpServer: () => server, close: () => closing.promise } as unknown as INestApplication;
    vi.spyOn(process, 'exit').mockImplementation(exit as never);
    const listening = vi.spyOn(process, 'on').mockReturnValue(process);
    stopOnSignals(app, { ...silentLog, info, error }, clock);
    const handlers = new Map<unknown, unknown>(listening.mock.calls);
    send = (signal) => (handlers.get(signal) as (signal: NodeJS.Signals) => void)(signal);
    listening.mockRestore();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    for (const mock of [info, error, exit, cut]) mock.mockReset();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends with code 0 once everything is closed', async (signal) => {
    send(signal);
    await clock.advance(0);
    expect([info.mock.calls, exit.mock.calls]).toEqual([[['stopping', { signal }]], []]);
    closing.resolve();
    await clock.advance(0);
    expect([exit.mock.calls, error.mock.calls]).toEqual([[[0]], []]);
  });

  it('cuts what requests are under way after five seconds', async () => {
    send('SIGTERM');
    await clock.advance(4_999);
    expect(cut).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(cut).toHaveBeenCalledTimes(1);
  });

  it('gives up after nine seconds, with code 1', async () => {
    send('SIGTERM');
    await clock.advance(8_999);
    expect(exit).not.toHaveBeenCalled();
    await clock.advance(1);
    expect([exit.mock.calls, error.mock.calls]).toEqual([
      [[1]],
      [['could not stop in order', { reason: 'not done within 9 s' }]],
    ]);
  });

  it('takes a second signal within a second for the first one, and a later one as an order to stop at once', async () => {
    send('SIGINT');
    await clock.advance(999);
    send('SIGINT');
    expect([exit.mock.calls, info.mock.calls.length]).toEqual([[], 1]);
    await clock.advance(1);
    send('SIGTERM');
    expect([exit.mock.calls, error.mock.calls]).toEqual([
      [[1]],
      [['could not stop in order', { reason: 'a second SIGTERM' }]],
    ]);
  });
});
