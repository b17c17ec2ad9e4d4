import { UserRequestSettingsRow } from './policy/request-policies.service.js';
import { DispatchRow, LibraryLeaseRow, LifecycleEventRow, SeasonSearchRow } from './saved/job-rows.js';
import { RequestRow, SubscriberRow } from './saved/rows.js';

export const requestsEntities = [
  RequestRow,
  SubscriberRow,
  LifecycleEventRow,
  DispatchRow,
  LibraryLeaseRow,
  SeasonSearchRow,
  UserRequestSettingsRow,
] as const;
