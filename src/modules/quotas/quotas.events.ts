/** The allowances of an account have changed. Source: doc 4 section 1.19, request_quota_changed. */
export class RequestQuotaChanged {
  constructor(readonly userId: number) {}
}
