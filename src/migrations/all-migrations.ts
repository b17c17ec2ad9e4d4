import { CreateSettings1763640000000 } from './1763640000000-create-settings.js';
import { CreatePeople1763640001000 } from './1763640001000-create-people.js';
import { CreateInstances1763640002000 } from './1763640002000-create-instances.js';
import { CreateRequests1763640003000 } from './1763640003000-create-requests.js';
import { CreateAllowances1763640004000 } from './1763640004000-create-allowances.js';
import { AddSeriesRequests1763640005000 } from './1763640005000-add-series-requests.js';
import { AddMediaPathMappings1763640007000 } from './1763640007000-add-media-path-mappings.js';
import { FindRequestsBySeries1763640008000 } from './1763640008000-find-requests-by-series.js';
import { CreateContentPolicies1763640009000 } from './1763640009000-create-content-policies.js';
import { AddWebhookTokens1763640010000 } from './1763640010000-add-webhook-tokens.js';
import { FollowRequests1763640011000 } from './1763640011000-follow-requests.js';
import { CreateBookcatalog1763640013000 } from './1763640013000-create-bookcatalog.js';
import { BindConnectLinks1795433492314 } from './1795433492314-bind-connect-links.js';
import { NoteLinkRedemptions1795435699899 } from './1795435699899-note-link-redemptions.js';
import { ComposeAccountNames1795440475300 } from './1795440475300-compose-account-names.js';
import { AddExternalIdentities1795577400000 } from './1795577400000-add-external-identities.js';
import { AddHubInstances1795577500000 } from './1795577500000-add-hub-instances.js';
import { AddPasskeys1795578600000 } from './1795578600000-add-passkeys.js';
import { AddWorks1795692607576 } from './1795692607576-add-works.js';
import { NoteAnnouncedWaits1795703752136 } from './1795703752136-note-announced-waits.js';
import { CreateMediaAccounts1795706640945 } from './1795706640945-create-media-accounts.js';
import { LeaseAccountIntents1795723421772 } from './1795723421772-lease-account-intents.js';
import { AddInstanceAccounts1795766700168 } from './1795766700168-add-instance-accounts.js';
import { CreateRequestEvents1795783791966 } from './1795783791966-create-request-events.js';
import { CreateNotificationOutbox1795784585359 } from './1795784585359-create-notification-outbox.js';
import { CreatePushTokens1795785185012 } from './1795785185012-create-push-tokens.js';
import { CreateChatPreferences1795785569046 } from './1795785569046-create-chat-preferences.js';
import { CreateAvailabilityObservations1795787172668 } from './1795787172668-create-availability-observations.js';
import { CreateContentAlertClaims1795791156691 } from './1795791156691-create-content-alert-claims.js';
import { CreateNotificationChannels1795799534420 } from './1795799534420-create-notification-channels.js';
import { CreateNotificationFollows1795801003374 } from './1795801003374-create-notification-follows.js';
import { CreateStuckRequests1795802011574 } from './1795802011574-create-stuck-requests.js';
import { AddOutboxDevice1795802148677 } from './1795802148677-add-outbox-device.js';
import { CreateWebPushSubscriptions1795802155972 } from './1795802155972-create-web-push-subscriptions.js';
import { FindMessagesByStatus1795805583798 } from './1795805583798-find-messages-by-status.js';
import { CreateSetboxes1795813237511 } from './1795813237511-create-setboxes.js';
import { CreateHubEvents1795813314502 } from './1795813314502-create-hub-events.js';
import { NoteHeldEpisodes1795814643295 } from './1795814643295-note-held-episodes.js';
import { CreateKnownIdentities1795901649904 } from './1795901649904-create-known-identities.js';
import { RememberLinkedIdentities1795901655948 } from './1795901655948-remember-linked-identities.js';
import { NameDevicesInRefreshTokens1795903218218 } from './1795903218218-name-devices-in-refresh-tokens.js';
import { AddNameKeys1795903705079 } from './1795903705079-add-name-keys.js';
import { NoteDifferingSeasons1795916076691 } from './1795916076691-note-differing-seasons.js';
import { FindDoubtedSeries1795931191751 } from './1795931191751-find-doubted-series.js';
import { NoteSignInAccounts1795931547356 } from './1795931547356-note-sign-in-accounts.js';
import { DropRequestChanges1796012730634 } from './1796012730634-drop-request-changes.js';

/** Every migration, oldest first. A new one goes at the end: `npm run new-migration -- <verb-object>`. */
export const migrations = [
  CreateSettings1763640000000,
  CreatePeople1763640001000,
  CreateInstances1763640002000,
  CreateRequests1763640003000,
  CreateAllowances1763640004000,
  AddSeriesRequests1763640005000,
  AddMediaPathMappings1763640007000,
  FindRequestsBySeries1763640008000,
  CreateContentPolicies1763640009000,
  AddWebhookTokens1763640010000,
  FollowRequests1763640011000,
  CreateBookcatalog1763640013000,
  BindConnectLinks1795433492314,
  NoteLinkRedemptions1795435699899,
  ComposeAccountNames1795440475300,
  AddExternalIdentities1795577400000,
  AddHubInstances1795577500000,
  AddPasskeys1795578600000,
  AddWorks1795692607576,
  NoteAnnouncedWaits1795703752136,
  CreateMediaAccounts1795706640945,
  LeaseAccountIntents1795723421772,
  AddInstanceAccounts1795766700168,
  CreateRequestEvents1795783791966,
  CreateNotificationOutbox1795784585359,
  CreatePushTokens1795785185012,
  CreateChatPreferences1795785569046,
  CreateAvailabilityObservations1795787172668,
  CreateContentAlertClaims1795791156691,
  CreateNotificationChannels1795799534420,
  CreateNotificationFollows1795801003374,
  CreateStuckRequests1795802011574,
  AddOutboxDevice1795802148677,
  CreateWebPushSubscriptions1795802155972,
  FindMessagesByStatus1795805583798,
  CreateSetboxes1795813237511,
  CreateHubEvents1795813314502,
  NoteHeldEpisodes1795814643295,
  CreateKnownIdentities1795901649904,
  RememberLinkedIdentities1795901655948,
  NameDevicesInRefreshTokens1795903218218,
  AddNameKeys1795903705079,
  NoteDifferingSeasons1795916076691,
  FindDoubtedSeries1795931191751,
  NoteSignInAccounts1795931547356,
  DropRequestChanges1796012730634,
] as const;
