import type { Reading } from './reading.js';

/** What is measured, and its floor: each answers the milliseconds of processor time of a whole round. */
interface Sides {
  measured(round: number): Promise<number>;
  floor(round: number): Promise<number>;
}

/** Milliseconds for each of `amount` calls, in rounds side by side; round 0 warms up and doesn't count. */
export async function sideBySide(
  rounds: number,
  amount: number,
  sides: Sides,
): Promise<Pick<Reading, 'measured' | 'floor'>> {
  const measured: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [cpu, floorCpu] = [await sides.measured(round), await sides.floor(round)];
    if (round === 0) continue;
    measured.push(cpu / amount);
    floor.push(floorCpu / amount);
  }
  return { measured, floor };
}
