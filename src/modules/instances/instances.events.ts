/** An instance was created, or its settings have changed. What was read from it before may be about another library. */
export class InstanceChanged {
  constructor(readonly instanceId: string) {}
}

/** An instance was deleted, with everything granted on it. */
export class InstanceRemoved {
  constructor(readonly instanceId: string) {}
}

/** Who may use an instance has changed, and with it perhaps who prefers it. */
export class AssignmentsChanged {
  constructor(readonly instanceId: string) {}
}

/** Accounts prefer another instance than before, or none; what they may use is the same. */
export class PreferencesChanged {
  constructor(readonly userIds: readonly number[]) {}
}
