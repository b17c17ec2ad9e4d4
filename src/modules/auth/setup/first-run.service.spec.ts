import { describe, expect, it } from 'vitest';
import { SystemRandom } from '../../../core/time/random.js';
import { newSetupCode } from './first-run.service.js';

describe('the setup code', () => {
  it('is four groups of four symbols that can’t be mistaken for each other', () => {
    for (let n = 0; n < 50; n += 1) {
      expect(newSetupCode(new SystemRandom()).reveal()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    }
  });

  it('is another one each time', () => {
    const codes = new Set(Array.from({ length: 50 }, () => newSetupCode(new SystemRandom()).reveal()));
    expect(codes.size).toBe(50);
  });
});
