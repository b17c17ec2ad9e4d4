import { expect, it } from 'vitest';
import { mapInSlices } from './in-slices.js';

it('issue 20 §6: long lists are made with everybody else’s turn after every thousand', async () => {
  let [most, sinceTurn, isOver] = [0, 0, false];
  const turn = (): void => {
    sinceTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const all = Array.from({ length: 20_000 }, (_, at) => at);
  const doubled = await mapInSlices(all, (one) => {
    most = Math.max(most, (sinceTurn += 1));
    return one * 2;
  });
  isOver = true;
  expect(doubled).toEqual(all.map((one) => one * 2));
  expect(most).toBeLessThanOrEqual(2_000);
});
