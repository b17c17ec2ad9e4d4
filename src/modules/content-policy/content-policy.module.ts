import { Module } from '@nestjs/common';
import { MetadataModule } from '../metadata/metadata.public.js';
import { UsersModule } from '../users/users.public.js';
import { ContentPolicyController } from './http/content-policy.controller.js';
import { ContentLimitsService } from './limits/content-limits.service.js';
import { ContentPolicyService } from './policies/content-policy.service.js';

/** What may a kids account see? The one judge, what it goes by, and the routes that say so. */
@Module({
  imports: [UsersModule, MetadataModule],
  controllers: [ContentPolicyController],
  providers: [ContentLimitsService, ContentPolicyService],
  exports: [ContentLimitsService],
})
export class ContentPolicyModule {}
