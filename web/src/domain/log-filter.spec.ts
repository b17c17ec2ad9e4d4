import { describe, expect, it } from 'vitest';
import { logFilter } from './log-filter.js';

describe('issue 46: which lines of the log an address asks for', () => {
  it.each([
    ['', { level: 'debug', search: '' }],
    ['level=warn&search=radarr', { level: 'warn', search: 'radarr' }],
    ['level=fatal', { level: 'debug', search: '' }],
    [`search=${'x'.repeat(101)}`, { level: 'debug', search: 'x'.repeat(100) }],
  ])('%s', (query, filter) => {
    expect(logFilter(new URLSearchParams(query))).toEqual(filter);
  });
});
