import { describe, expect, it } from 'vitest';
import { timeLeft } from './time-left.js';

describe('issue 23 §6: how long a download still takes', () => {
  it.each([
    [0, 'moment', 1],
    [59, 'moment', 1],
    [60, 'minute', 1],
    [725, 'minute', 12],
    [5_399, 'minute', 90],
    [5_400, 'hour', 2],
    [129_599, 'hour', 36],
    [129_600, 'day', 2],
    [2_592_000, 'day', 30],
  ])('%i seconds: in the unit %s, %i', (seconds, unit, count) => {
    expect(timeLeft(seconds)).toEqual({ unit, count });
  });

  it.each([null, -1, Number.NaN, 8_640_000, Infinity])('%s is no time that anybody knows', (seconds) => {
    expect(timeLeft(seconds)).toBeUndefined();
  });
});
