/** A box has another name, address or pairing, or was forgotten: what is under way at it is for a box that is no more. */
export class BoxChanged {
  constructor(readonly boxId: string) {}
}

/** These accounts may not open titles on the box any more. */
export class BoxGrantsEnded {
  constructor(
    readonly boxId: string,
    readonly userIds: readonly number[],
  ) {}
}
