export {
  AuthorImportStalled,
  RequestAutoApproved,
  RequestDecided,
  RequestFailed,
  RequestForgotten,
  RequestPending,
  RequestUpdated,
} from './requests.events.js';
export { RequestsModule } from './requests.module.js';
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
export { isOfProvider, LIBRARY_KINDS, type MediaType } from './saved/work.js';
