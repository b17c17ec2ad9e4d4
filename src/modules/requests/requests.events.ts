/** A request waits for a person's decision. */
export class RequestPending {
  constructor(readonly requestId: number) {}
}

/** A request was made that needs no person's decision. */
export class RequestAutoApproved {
  constructor(readonly requestId: number) {}
}

/** A person has approved or denied a request. */
export class RequestDecided {
  constructor(readonly requestId: number) {}
}

/** A request's delivery has moved, or its requester has withdrawn it. */
export class RequestUpdated {
  constructor(readonly requestId: number) {}
}

/** A request is gone for the requester. What was delivered stays in its library. */
export class RequestForgotten {
  constructor(readonly requestId: number) {}
}
