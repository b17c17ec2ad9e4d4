/** A request waits for a decision. */
export class RequestPending {
  constructor(readonly requestId: number) {}
}

/** A request was accepted without a decision. */
export class RequestAutoApproved {
  constructor(readonly requestId: number) {}
}

/** An administrator has approved or denied a request. */
export class RequestDecided {
  constructor(readonly requestId: number) {}
}

/** The delivery of a request has changed, or its requester has withdrawn it. */
export class RequestUpdated {
  constructor(readonly requestId: number) {}
}

/** The delivery of a request has ended for good, unless a person acts. */
export class RequestFailed {
  constructor(
    readonly requestId: number,
    /** A book: the format that is concerned; empty for other titles. */
    readonly format: string,
  ) {}
}

/** A library manager has been importing the author of a requested book for a day. */
export class AuthorImportStalled {
  constructor(
    readonly requestId: number,
    readonly format: string,
  ) {}
}

/** A request was forgotten: its requester no longer sees it. What was delivered stays in its library. */
export class RequestForgotten {
  constructor(readonly requestId: number) {}
}
