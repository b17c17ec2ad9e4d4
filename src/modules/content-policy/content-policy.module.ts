import { Module } from '@nestjs/common';
import { MetadataModule } from '../metadata/metadata.public.js';
import { UsersModule } from '../users/users.public.js';
import { ContentLimits } from './limits/content-limits.js';

/** What may a kids account see? The one judge, and what it goes by. */
@Module({
  imports: [UsersModule, MetadataModule],
  providers: [ContentLimits],
  exports: [ContentLimits],
})
export class ContentPolicyModule {}
