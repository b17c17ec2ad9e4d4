import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { answerBare } from './bare-answer.js';

const REFUSAL = { status: 404, body: { error: 'not found' }, request: 'id' };

describe('an answer on a bare socket', () => {
  it('security 36: a peer that takes nothing of it is waited for five seconds', async () => {
    const clock = new MovedClock();
    // Nothing that is written ever leaves.
    const socket = new Duplex({ read: () => undefined, write: () => undefined });
    answerBare(socket, clock, REFUSAL);
    await clock.advance(4_999);
    expect(socket.destroyed).toBe(false);
    await clock.advance(1);
    expect(socket.destroyed).toBe(true);
  });

  it('security 36: the socket is destroyed with the answer on its way, and nobody waits any more', async () => {
    const clock = new MovedClock();
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    answerBare(socket, clock, REFUSAL);
    await clock.advance(0);
    expect([socket.destroyed, clock.pending]).toEqual([true, 0]);
  });

  it('nothing is waited for where the peer has gone already', () => {
    const clock = new MovedClock();
    const socket = new Duplex().destroy();
    answerBare(socket, clock, REFUSAL);
    expect(clock.pending).toBe(0);
  });
});
