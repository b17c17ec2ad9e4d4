import { describe, expect, it } from 'vitest';
import { decisionOf } from './request-decision.js';

describe('decisionOf, doc 4 section 1.4', () => {
  it.each([
    ['pending', { status: 'pending', approvedBy: null, denyReason: null }],
    ['approved', { status: 'requested', approvedBy: 7, denyReason: null }],
    ['approved', { status: 'requested', approvedBy: null, denyReason: null }],
    ['approved', { status: 'unavailable', approvedBy: null, denyReason: null }],
    ['denied', { status: 'denied', approvedBy: 7, denyReason: '' }],
    ['denied', { status: 'denied', approvedBy: 7, denyReason: 'Cancelled' }],
    ['cancelled', { status: 'denied', approvedBy: null, denyReason: 'Cancelled' }],
    ['unknown', { status: 'denied', approvedBy: null, denyReason: 'cancelled' }],
    ['unknown', { status: 'denied', approvedBy: null, denyReason: null }],
  ] as const)('%s: %j', (decision, row) => {
    expect(decisionOf(row)).toBe(decision);
  });
});
