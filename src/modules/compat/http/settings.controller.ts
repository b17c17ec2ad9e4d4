import { Controller, Get } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { Clock } from '../../../core/time/clock.js';
import { FollowedLibrariesService } from '../../library/library.public.js';
import { SavedRequestsService } from '../requests/saved-requests.service.js';
import { aboutView, availabilitySyncView, type AboutView, type JobView } from './tracker.view.js';

/** What tools ask of the server itself. Source: doc 2 section 4. */
@Controller('api/v1/settings')
export class SettingsController {
  constructor(
    private readonly requests: SavedRequestsService,
    private readonly liveCache: FollowedLibrariesService,
    private readonly clock: Clock,
  ) {}

  /** Get the server's version and how much it holds. Tools try their connection with it. */
  @CompatKey()
  @Get('about')
  async about(): Promise<AboutView> {
    return aboutView(await this.requests.figures());
  }

  /** List the scheduled jobs: there is one. */
  @CompatKey()
  @Get('jobs')
  jobs(): readonly JobView[] {
    return [availabilitySyncView(this.clock.now())];
  }

  /** Drop what was read of the libraries of films and series, so that the next call reads them again. */
  @CompatKey()
  @Post('jobs/availability-sync/run')
  async syncAvailability(): Promise<JobView> {
    await this.liveCache.dropAll();
    return availabilitySyncView(this.clock.now());
  }
}
