import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { SEASON_SCOPES } from '../policy/request-settings.js';
import { seasonOverride } from './season-override.js';

function refusalOf(sent: unknown, stored: string): unknown {
  try {
    return seasonOverride(sent, stored);
  } catch (fault) {
    return fault instanceof AppError ? fault.status : fault;
  }
}

describe('seasonOverride', () => {
  it.each([undefined, null, '', '1,3'])('doc4 §1.9: %j keeps the seasons that were asked for', (sent) => {
    expect(seasonOverride(sent, '1,3')).toBeUndefined();
  });

  it.each(SEASON_SCOPES)('doc4 §1.9: %s keeps itself, and is a choice beside anything else', (scope) => {
    expect(seasonOverride(scope, scope)).toBeUndefined();
    expect(seasonOverride(scope, '2')).toBe(scope);
  });

  it.each(['some', 'ALL', '1,3', 1, true, ['all'], {}])('doc4 §1.9: %j is 400', (sent) => {
    expect(refusalOf(sent, '1,2')).toBe(400);
  });
});
