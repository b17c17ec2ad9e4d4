import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AssignmentsMarker } from './access/assignments-marker.js';
import { Assignments } from './access/assignments.js';
import { ForgetAccount } from './access/forget-account.js';
import { Grants } from './access/grants.js';
import { InstanceAccess } from './access/instance-access.js';
import { InstanceUsers } from './access/instance-users.js';
import { Preferences } from './access/preferences.js';
import { UserInstances } from './access/user-instances.js';
import { InstanceChange } from './administration/instance-change.js';
import { InstanceRegistry } from './administration/instance-registry.js';
import { InstanceRemoval } from './administration/instance-removal.js';
import { InstanceDialing } from './connections/instance-dialing.js';
import { InstancePlaces } from './connections/instance-places.js';
import { InstanceRelays } from './connections/instance-relays.js';
import { MovieManagers } from './connections/movie-managers.js';
import { TvManagers } from './connections/tv-managers.js';
import { ArrWebhookController } from './http/arr-webhook.controller.js';
import { AssignmentsController } from './http/assignments.controller.js';
import { InstanceUsersController } from './http/instance-users.controller.js';
import { InstancesController } from './http/instances.controller.js';
import { UserInstancesController } from './http/user-instances.controller.js';
import { WebhookController } from './http/webhook.controller.js';
import { InstanceAnnouncements } from './instance-announcements.js';
import { MediaRoots } from './media-paths/media-roots.js';
import { ConnectionProbe } from './probe/connection-probe.js';
import { AccountProvisioning } from './provisioning/account-provisioning.js';
import { InstanceDirectory } from './registry/instance-directory.js';
import { InstanceRows } from './registry/instance-rows.js';
import { CallbackAddress } from './webhook/callback-address.js';
import { WebhookCredentials } from './webhook/webhook-credentials.js';
import { WebhookInstaller } from './webhook/webhook-installer.js';
import { WebhookReader } from './webhook/webhook-reader.js';
import { WebhookReceiver } from './webhook/webhook-receiver.js';
import { WebhookRemoval } from './webhook/webhook-removal.js';
import { WebhookTokens } from './webhook/webhook-tokens.js';

/** Which library managers there are, who may use them, and how they are reached. */
@Module({
  imports: [SettingsModule, UsersModule],
  controllers: [
    InstancesController,
    AssignmentsController,
    InstanceUsersController,
    UserInstancesController,
    WebhookController,
    ArrWebhookController,
  ],
  providers: [
    InstanceRows,
    InstanceDirectory,
    InstanceRegistry,
    InstanceChange,
    InstanceRemoval,
    Grants,
    Preferences,
    InstanceAccess,
    Assignments,
    AssignmentsMarker,
    InstanceUsers,
    UserInstances,
    ForgetAccount,
    InstanceDialing,
    InstancePlaces,
    InstanceRelays,
    MovieManagers,
    TvManagers,
    MediaRoots,
    ConnectionProbe,
    AccountProvisioning,
    CallbackAddress,
    WebhookTokens,
    WebhookCredentials,
    WebhookInstaller,
    WebhookReader,
    WebhookReceiver,
    WebhookRemoval,
    InstanceAnnouncements,
  ],
  exports: [
    InstanceDirectory,
    InstanceAccess,
    InstanceRelays,
    MovieManagers,
    TvManagers,
    AccountProvisioning,
    WebhookCredentials,
  ],
})
export class InstancesModule {}
