import { Module } from '@nestjs/common';
import { MetadataModule } from '../metadata/metadata.public.js';
import { UsersModule } from '../users/users.public.js';
import { ContentPolicyController } from './http/content-policy.controller.js';
import { ContentLimits } from './limits/content-limits.js';
import { PolicyDesk } from './policies/policy-desk.js';

/** What may a kids account see? The one judge, what it goes by, and the routes that say so. */
@Module({
  imports: [UsersModule, MetadataModule],
  controllers: [ContentPolicyController],
  providers: [ContentLimits, PolicyDesk],
  exports: [ContentLimits],
})
export class ContentPolicyModule {}
