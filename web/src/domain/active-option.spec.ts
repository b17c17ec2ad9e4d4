import { expect, it } from 'vitest';
import { movedOption } from './active-option.js';

it.each([
  [undefined, 'ArrowDown', 3, 0],
  [undefined, 'ArrowUp', 3, 2],
  [0, 'ArrowDown', 3, 1],
  [2, 'ArrowDown', 3, 0],
  [0, 'ArrowUp', 3, 2],
  [undefined, 'ArrowDown', 0, undefined],
  [undefined, 'ArrowUp', 0, undefined],
] as const)('issue 22, search: from option %j, %s among %i leads to %j', (active, key, count, next) => {
  expect(movedOption(active, key, count)).toBe(next);
});
