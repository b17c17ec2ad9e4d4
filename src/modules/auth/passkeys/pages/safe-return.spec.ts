import { describe, expect, it } from 'vitest';
import { safeReturn } from './safe-return.js';

describe('issue 19 §2: where a page may send people back to', () => {
  it.each(['usher://passkeys/done?x=1', '/settings', '/settings?tab=passkeys#list', '/'])('%s is kept', (place) => {
    expect(safeReturn(place)).toBe(place);
  });

  it.each([
    undefined,
    '',
    'settings',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    ' /settings',
    'usher:alert(1)',
    'usherx://a',
    'USHER://a',
    `/${'a'.repeat(2_048)}`,
  ])('%j is dropped', (place) => {
    expect(safeReturn(place)).toBeNull();
  });
});
