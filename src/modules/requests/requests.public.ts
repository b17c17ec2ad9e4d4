export {
  RequestAutoApproved,
  RequestDecided,
  RequestForgotten,
  RequestPending,
  RequestUpdated,
} from './requests.events.js';
export { RequestsModule } from './requests.module.js';
export { RequestFacts, type RequestFact } from './status/request-facts.js';
export { LedgerDecisions } from './ledger/ledger-decisions.js';
export { LedgerFeed, type LedgerChange } from './ledger/ledger-feed.js';
export type { LedgerEntry } from './ledger/ledger-entry.js';
