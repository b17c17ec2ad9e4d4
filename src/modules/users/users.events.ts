/** An account was deleted, with everything that was its own. */
export class AccountRemoved {
  constructor(readonly userId: number) {}
}

/** What an account may do, or how it may sign in, was changed by an administrator. */
export class AccountChanged {
  constructor(readonly userId: number) {}
}

/** An account has named another address at the hub: whoever may share a hub with it can act on it. */
export class HubEmailChanged {
  constructor(readonly userId: number) {}
}
