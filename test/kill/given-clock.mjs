import { SystemClock } from '../../dist/core/time/clock.js';

/** The machine's clock, set to another time: it goes on from there, and can be moved ahead. */
export class GivenClock extends SystemClock {
  /** @param {number} start what it shows at first, in epoch milliseconds */
  constructor(start) {
    super();
    this.ahead = start - super.now();
  }

  now() {
    return super.now() + this.ahead;
  }

  /** @param {number} ms how far it moves ahead */
  skip(ms) {
    this.ahead += ms;
  }
}
