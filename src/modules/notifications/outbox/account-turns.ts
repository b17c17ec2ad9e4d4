import type { CausedMessage } from './outbox.repository.js';

/** Turns go round between the accounts that have caused the messages. Only accounts that wait are remembered. */
export class AccountTurns {
  private readonly served = new Map<string, ReadonlyMap<number | null, number>>();
  private turns = 0;

  /** Gives a turn to the account that had none for longest. @param waiting the oldest message of each account, oldest first */
  next(destination: string, waiting: readonly CausedMessage[]): CausedMessage | undefined {
    const before = this.served.get(destination);
    const lastTurn = ({ actorId }: CausedMessage): number => before?.get(actorId) ?? 0;
    const [first, ...others] = waiting;
    if (!first) {
      this.served.delete(destination);
      return undefined;
    }
    const chosen = others.reduce((best, one) => (lastTurn(one) < lastTurn(best) ? one : best), first);
    this.turns += 1;
    const turnOf = (one: CausedMessage): number => (one === chosen ? this.turns : lastTurn(one));
    this.served.set(destination, new Map(waiting.map((one) => [one.actorId, turnOf(one)])));
    return chosen;
  }
}
