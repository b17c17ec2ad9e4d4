import { DispatchRow } from './jobs/dispatch-row.entity.js';
import { LifecycleEventRow } from './lifecycle/lifecycle-event-row.entity.js';
import { LibraryLeaseRow } from './jobs/library-lease-row.entity.js';
import { SeasonSearchRow } from './series/season-search-row.entity.js';
import { UserRequestSettingsRow } from './policy/user-request-settings-row.entity.js';
import { RequestRow } from './saved/request-row.entity.js';
import { SubscriberRow } from './saved/subscriber-row.entity.js';

/** The tables of this module. */
export const requestsEntities = [
  RequestRow,
  SubscriberRow,
  LifecycleEventRow,
  DispatchRow,
  LibraryLeaseRow,
  SeasonSearchRow,
  UserRequestSettingsRow,
] as const;
