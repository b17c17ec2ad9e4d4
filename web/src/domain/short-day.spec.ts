import { describe, expect, it } from 'vitest';
import { partOfDay, shortDay } from './short-day.js';

const at = (day: number, hour: number): number => new Date(2026, 5, day, hour, 2).getTime();

describe('issue 46: a day on the stub of a ticket', () => {
  it.each([
    [10, 0, 'Today', 'Heute'],
    [10, 23, 'Today', 'Heute'],
    [9, 23, 'Tue', 'Di'],
    [4, 12, 'Thu', 'Do'],
    [3, 12, '3 Jun', '3. Juni'],
    [11, 12, '11 Jun', '11. Juni'],
  ])('of the %i June at %i o’clock is %s on the 10th at noon', (day, hour, english, german) => {
    expect(shortDay(at(day, hour), at(10, 12), 'en-GB')).toBe(english);
    expect(shortDay(at(day, hour), at(10, 12), 'de-DE')).toBe(german);
  });

  it.each([
    [4, 'evening'],
    [5, 'morning'],
    [10, 'morning'],
    [11, 'day'],
    [17, 'day'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %i o’clock it is %s', (hour, part) => {
    expect(partOfDay(hour)).toBe(part);
  });
});
