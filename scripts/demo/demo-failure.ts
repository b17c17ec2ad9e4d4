/** The demo did not show what it is there to show. The message is for the person at the terminal. */
export class DemoFailure extends Error {}

/** Somebody asked for the end. */
export class Interruption extends Error {
  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
  }
}
