export {
  RequestAutoApproved,
  RequestDecided,
  RequestPending,
  RequestQuotaChanged,
  RequestUpdated,
} from './requests.events.js';
export { RequestsModule } from './requests.module.js';
export { RequestFacts, type RequestFact } from './status/request-facts.js';
