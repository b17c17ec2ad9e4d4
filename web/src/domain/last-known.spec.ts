import { describe, expect, it } from 'vitest';
import { lastKnownAt } from './last-known.js';

const sent = (request_id: number, last_attempt_at?: string) => ({ request_id, last_attempt_at });

describe('design web-app §4: the last known state is dated', () => {
  it('by the last attempt to send the request to its library, and by no other request’s', () => {
    const delivery = [
      sent(7, '2026-01-02T00:00:00.5Z'),
      sent(7, '2026-01-02T00:00:00Z'),
      sent(7),
      sent(8, '2026-03-01T00:00:00Z'),
    ];
    expect(lastKnownAt({ request_id: 7, delivery })).toBe('2026-01-02T00:00:00.5Z');
  });

  it.each([
    ['nothing was sent', { request_id: 7, delivery: [sent(7)] }],
    ['nothing was requested', { delivery: [sent(8, '2026-03-01T00:00:00Z')] }],
    ['nothing is said', {}],
  ])('by no moment where %s', (_what, reading) => {
    expect(lastKnownAt(reading)).toBeUndefined();
  });
});
