import { LinkSuppressionRow } from './accounts/link-suppression.entity.js';
import { MediaAccountRow } from './accounts/media-account.entity.js';
import { AccountIntentRow } from './creation/account-intent.entity.js';
import { LibraryPolicyRow } from './accounts/library-policy.entity.js';
import { HubEventRow } from './hub-events/hub-event-row.entity.js';
import { MediaAppsRow } from './preferences/media-apps.entity.js';

/** The tables of this module. */
export const mediaAccountsEntities = [
  MediaAccountRow,
  LinkSuppressionRow,
  LibraryPolicyRow,
  AccountIntentRow,
  MediaAppsRow,
  HubEventRow,
] as const;
