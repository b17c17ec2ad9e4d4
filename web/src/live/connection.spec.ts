import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveConnection, retryDelay, type Socket } from './connection.js';

/** A socket that a test opens, ends and speaks through. */
class FakeSocket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readyState = 0;
  closed = 0;

  close(): void {
    this.closed += 1;
  }

  opens(): void {
    this.readyState = 1;
    (this.onopen as (() => void) | null)?.();
  }

  says(data: unknown): void {
    (this.onmessage as ((event: { readonly data: unknown }) => void) | null)?.({ data });
  }

  ends(code: number): void {
    this.readyState = 3;
    (this.onclose as ((event: { readonly code: number }) => void) | null)?.({ code });
  }
}

describe('issue 22, live updates: one socket, opened again when it is lost', () => {
  const sockets: FakeSocket[] = [];
  const told: unknown[] = [];
  let isSignedIn: boolean;
  let connection: LiveConnection;

  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = 0;
    told.length = 0;
    isSignedIn = true;
    connection = new LiveConnection({
      connect: () => {
        if (!isSignedIn) return Promise.resolve(undefined);
        const socket = new FakeSocket();
        sockets.push(socket);
        return Promise.resolve(socket as unknown as Socket);
      },
      received: (message) => told.push(message),
      opened: () => told.push('opened'),
      lost: (code) => told.push(code ?? 'refused'),
      random: () => 0.5,
    });
  });

  afterEach(() => {
    connection.stop();
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  /** The newest socket. */
  const socket = (): FakeSocket => {
    const newest = sockets.at(-1);
    if (!newest) throw new Error('none was opened');
    return newest;
  };

  async function opened(): Promise<FakeSocket> {
    connection.start();
    await pass(0);
    socket().opens();
    return socket();
  }

  it('passes on what it hears, and starting twice opens one', async () => {
    await opened();
    connection.start();
    await pass(0);
    socket().says('a frame');
    expect([sockets.length, told]).toEqual([1, ['opened', 'a frame']]);
  });

  it('doc3 §6: 1, 2, 4, 8, 16, 30 seconds lie between attempts, and no more than 30', async () => {
    connection.start();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await pass(0);
      socket().ends(1006);
      let waited = 0;
      for (; sockets.length === attempt; waited += 500) await pass(500);
      waits.push(waited / 1000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    expect(told).toEqual(Array.from({ length: 8 }, () => 'refused'));
  });

  it.each([
    [0, 0, 500],
    [0, 1, 1_500],
    [5, 0, 15_000],
    [99, 1, 45_000],
  ])('after %i failures and with chance %d it waits %i ms: not everybody comes at once', (failures, random, ms) => {
    expect(retryDelay(failures, random)).toBe(ms);
  });

  it('one that lasted begins with a second again; one that ended at once was no success', async () => {
    await opened();
    socket().ends(1013);
    await pass(1_000);
    socket().opens();
    socket().ends(1013);
    await pass(1_999);
    expect(sockets).toHaveLength(2);
    await pass(1);
    expect(sockets).toHaveLength(3);
    socket().opens();
    await pass(10_000);
    socket().ends(1001);
    await pass(1_000);
    expect(sockets).toHaveLength(4);
    expect(told).toEqual(['opened', 1013, 'opened', 1013, 'opened', 1001]);
  });

  it('hurries when it waits, and only then', async () => {
    await opened();
    connection.hurry();
    await pass(0);
    expect(sockets).toHaveLength(1);
    socket().ends(1006);
    connection.hurry();
    connection.hurry();
    await pass(0);
    expect(sockets).toHaveLength(2);
    await pass(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('where nobody’s token is good for now, it tries later', async () => {
    isSignedIn = false;
    connection.start();
    await pass(0);
    isSignedIn = true;
    expect(sockets).toHaveLength(0);
    await pass(1_000);
    expect(sockets).toHaveLength(1);
  });

  it('security 14: once it is stopped, nothing is heard of it, whatever it still says', async () => {
    const first = await opened();
    connection.stop();
    first.says('of the former account');
    first.ends(1000);
    await pass(60_000);
    expect([first.closed, sockets.length, told]).toEqual([1, 1, ['opened']]);
  });

  it('a handshake under way is ended by its opening: breaking it off would be a complaint in the console', async () => {
    connection.start();
    await pass(0);
    connection.stop();
    expect(socket().closed).toBe(0);
    socket().opens();
    expect([socket().closed, told]).toEqual([1, []]);
  });

  it('stopped while it gets a token, it opens none', async () => {
    connection.start();
    connection.stop();
    await pass(60_000);
    socket().opens();
    expect([sockets.length, socket().closed, told]).toEqual([1, 1, []]);
  });

  it('is replaced by another one, and the first is heard no more', async () => {
    const first = await opened();
    connection.replace();
    await pass(0);
    first.says('late');
    first.ends(1006);
    socket().opens();
    await pass(60_000);
    expect([sockets.length, first.closed, told]).toEqual([2, 1, ['opened', 'refused', 'opened']]);
    connection.stop();
    connection.replace();
    await pass(0);
    expect(sockets).toHaveLength(2);
  });
});
