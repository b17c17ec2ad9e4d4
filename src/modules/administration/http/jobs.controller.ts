import { Controller, Get, HttpCode, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { JobsService } from '../jobs/jobs.service.js';
import { type BackgroundJobsView, backgroundJobView, type BackgroundJobView } from './jobs.view.js';

/** The background jobs of the server. Source: issue 22. */
@Controller('api/admin/jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  /** List the background jobs: when each ran last, how that went, and when it runs next. */
  @AdminOnly('admin:*')
  @Get()
  list(): BackgroundJobsView {
    return { jobs: this.jobs.all().map(backgroundJobView) };
  }

  /**
   * Run a background job now. The answer doesn't wait for its end. A job that is running goes on, and nothing is started beside
   * or after it.
   */
  @AdminOnly('admin:*')
  @Post(':name/run')
  @HttpCode(202)
  @Answers({ 404: 'There is no such job.', 429: 'It was started by hand less than ten seconds ago.' })
  run(@CurrentAdministrator() admin: ActingAdministrator, @Param('name') name: string): BackgroundJobView {
    return backgroundJobView(this.jobs.run(admin, name));
  }
}
