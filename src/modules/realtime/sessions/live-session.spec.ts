import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { LiveSession } from './live-session.js';

type Sent = () => void;

/** The other side of a connection, which takes what it is sent when a test says so. */
class SlowClient extends EventEmitter {
  readonly OPEN = 1;
  readonly CLOSED = 3;
  readyState = 1;
  readonly taken: string[] = [];
  private readonly waiting: { readonly text: string; readonly sent: Sent }[] = [];

  send(data: Buffer, _options: object, sent: Sent): void {
    this.waiting.push({ text: data.toString(), sent });
  }

  ping(_data: string, _mask: boolean, sent: Sent): void {
    this.waiting.push({ text: 'ping', sent });
  }

  pong(_data: Buffer, _mask: boolean, sent: Sent): void {
    this.waiting.push({ text: 'pong', sent });
  }

  close(code: number): void {
    this.readyState = 2;
    this.taken.push(`close ${code}`);
  }

  terminate(): void {
    this.readyState = 3;
    this.emit('close');
  }

  take(count: number): void {
    for (const { text, sent } of this.waiting.splice(0, count)) {
      this.taken.push(text);
      sent();
    }
  }
}

describe('a session with a slow client', () => {
  let clock: MovedClock;
  let client: SlowClient;
  let session: LiveSession;

  beforeEach(() => {
    clock = new MovedClock();
    client = new SlowClient();
    session = new LiveSession(client as unknown as WebSocket, { userId: 1, deviceId: 'd' }, clock);
  });

  const send = (count: number): void => {
    for (let n = 0; n < count; n++) session.send(Buffer.from(String(n)));
  };

  it('doc3 §6: lets 256 messages wait, and is cut by the next one', () => {
    send(256);
    expect(client.readyState).toBe(1);
    send(1);
    expect(client.readyState).toBe(3);
  });

  it('doc3 §6: what was taken waits no more', () => {
    for (let round = 0; round < 5; round++) {
      send(256);
      client.take(256);
    }
    expect(client.readyState).toBe(1);
    expect(client.taken).toHaveLength(5 * 256);
  });

  it('security 28: a flood of pings from a client that takes no pong cuts it too', () => {
    for (let n = 0; n < 257; n++) client.emit('ping', Buffer.from(''));
    expect(client.readyState).toBe(3);
  });

  it('doc3 §6: is cut when it takes nothing for 60 seconds, however it answers pings', async () => {
    send(2);
    await clock.advance(59_999);
    client.take(1);
    client.emit('pong');
    await clock.advance(59_999);
    expect(client.readyState).toBe(1);
    client.emit('pong');
    await clock.advance(1);
    expect(client.readyState).toBe(3);
  });

  it('is cut two seconds after a close frame that it does not answer', async () => {
    session.close({ code: 1001, reason: 'the server is stopping' });
    expect(client.taken).toEqual(['close 1001']);
    await clock.advance(1_999);
    expect(client.readyState).toBe(2);
    await clock.advance(1);
    expect(client.readyState).toBe(3);
    await session.ended;
  });

  it('is cut two seconds after it is to end, when the client has said goodbye itself and does not hang up', async () => {
    client.readyState = 2;
    session.close({ code: 1001, reason: 'the server is stopping' });
    await clock.advance(1_999);
    session.close({ code: 1001, reason: 'the server is stopping' });
    expect([client.readyState, client.taken]).toEqual([2, []]);
    await clock.advance(1);
    expect(client.readyState).toBe(3);
    await session.ended;
    session.close({ code: 1001, reason: 'the server is stopping' });
    expect(clock.pending).toBe(0);
  });

  it('leaves no timer behind', async () => {
    send(1);
    client.terminate();
    await session.ended;
    expect(clock.pending).toBe(0);
  });
});
