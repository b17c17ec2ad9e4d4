/** The allowances of an account have changed. */
export class RequestQuotaChanged {
  constructor(readonly userId: number) {}
}
