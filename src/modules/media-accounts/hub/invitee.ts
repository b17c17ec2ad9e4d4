/** Whom to invite: somebody of ours, and their address at the hub. */
export interface Invitee {
  readonly userId: number;
  readonly instanceId: string;
  /** As it was typed, or as the hub has said. */
  readonly email: string;
  /** Have they named it for this server? Then it is their address from now on. */
  readonly isNamed: boolean;
  /** The account at the hub that they have just proven to be theirs; null where they have typed an address. */
  readonly proven: ProvenAccount | null;
}

/** An account at the hub whose owner has approved a PIN. */
export interface ProvenAccount {
  readonly accountId: string;
  readonly email: string;
}
