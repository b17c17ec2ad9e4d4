import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';

/** Tells people what becomes of requests and titles: posts in a chat, and push messages. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, ContentPolicyModule, LibraryModule, RequestsModule],
  controllers: [],
  providers: [],
})
export class NotificationsModule {}
