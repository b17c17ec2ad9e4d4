/** A box has another name, address or pairing, or was forgotten: operations under way at it must end. */
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
