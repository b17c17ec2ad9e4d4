export { DELIVERY_STATE_SENTENCES } from './http/delivery-state.view.js';
export { REQUEST_SENTENCES } from './http/request.view.js';
export {
  AuthorImportStalled,
  RequestAutoApproved,
  RequestDecided,
  RequestFailed,
  RequestForgotten,
  RequestPending,
  RequestUpdated,
} from './requests.events.js';
export { REMOVAL_SENTENCES } from './request-lifecycles.service.js';
export { RequestsModule } from './requests.module.js';
export { DELIVERY_SENTENCES } from './saved/delivery-sentences.js';
export { LifecycleEventsRepository, type NotedEvent } from './saved/lifecycle-events.repository.js';
export { RequestFactsService, type RequestFact } from './status/request-facts.service.js';
export {
  RequestedTitlesService,
  type RequestedTitle,
  type RequestedTitles,
} from './status/requested-titles.service.js';
export { AcceptedRequestsRepository } from './changes/accepted-requests.repository.js';
export type { AcceptedRequest } from './changes/accepted-requests.repository.js';
export { CompatDecisionsService } from './changes/compat-decisions.service.js';
export { RequestEntriesRepository, type EntryFigures, type EntryPage } from './changes/request-entries.repository.js';
export type { RequestEntry } from './changes/request-entries.repository.js';
export { STALL_SENTENCES } from './timeline/stall.js';
export { STEP_SENTENCES } from './timeline/timeline.js';
export { isOfProvider, LIBRARY_KINDS, type MediaType } from './saved/work.js';
