import { describe, expect, it } from 'vitest';
import { isStillSo } from './notification-event.js';

const DECISIONS = ['pending', 'approved', 'denied', 'cancelled', 'unknown'] as const;

describe('issue 43 B10: a message tells what is so when it is sent', () => {
  it.each([
    ['request_pending', 'pending'],
    ['request_auto_approved', 'approved'],
    ['request_approved', 'approved'],
    ['request_denied', 'denied'],
    ['request_failed', 'approved'],
    ['request_available', 'approved'],
    ['request_stuck', 'approved'],
  ])('%s is told while the request is %s, and of no other', (event, told) => {
    expect(DECISIONS.filter((decision) => isStillSo(event, { decision }))).toEqual([told]);
  });
});
