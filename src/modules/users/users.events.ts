/** An account was deleted, with everything that was its own. */
export class AccountRemoved {
  constructor(readonly userId: number) {}
}
