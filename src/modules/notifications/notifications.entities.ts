import { ChannelRow } from './channels/channel-row.entity.js';
import { ChatPreferenceRow } from './chat/chat-preference-row.entity.js';
import { ContentAlertClaimRow } from './content/content-alert-claim.entity.js';
import { StuckRequestRow } from './stuck/stuck-request-row.entity.js';
import { FollowRow } from './follows/follow-row.entity.js';
import { BaselineRow } from './observation/baseline-row.entity.js';
import { ObservationRow } from './observation/observation-row.entity.js';
import { OutboxDestinationRow } from './outbox/outbox-destination-row.entity.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';
import { NotificationPrefsRow } from './push/notification-prefs.entity.js';
import { PushTokenRow } from './push/push-token.entity.js';
import { WebPushSubscriptionRow } from './web-push/web-push-subscription.entity.js';

/** The tables of this module. */
export const notificationsEntities = [
  ChannelRow,
  ChatPreferenceRow,
  BaselineRow,
  ObservationRow,
  OutboxDestinationRow,
  OutboxRow,
  NotificationPrefsRow,
  PushTokenRow,
  WebPushSubscriptionRow,
  ContentAlertClaimRow,
  FollowRow,
  StuckRequestRow,
] as const;
