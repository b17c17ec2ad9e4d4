import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { requireHeld, type TitleReading } from './held-titles.service.js';

function verdictOn(readings: readonly TitleReading[]): unknown {
  try {
    requireHeld(readings);
    return 'open';
  } catch (fault) {
    return fault instanceof AppError && fault.options.body?.['code'];
  }
}

describe('issue 25, live title access', () => {
  it.each([
    [['held'], 'open'],
    [['unknown', 'absent', 'held'], 'open'],
    [['absent', 'unknown'], 'lookup_unavailable'],
    [['unknown'], 'lookup_unavailable'],
    [['absent', 'absent'], 'title_unavailable'],
    [[], 'title_unavailable'],
  ] as const)('%j is %s', (readings, expected) => expect(verdictOn(readings)).toBe(expected));
});
