import { Controller, Get } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { Clock } from '../../../core/time/clock.js';
import { FollowedLibrariesService } from '../../library/library.public.js';
import { SavedRequestsService } from '../requests/saved-requests.service.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/view-members.js';
import type { EntryFigures } from '../../requests/requests.public.js';
import { PROGRAM_VERSION } from '../../../core/http/user-agent.js';

/** The tracker's interface that this server speaks, not this program: clients derive from it what they may request. */
const INTERFACE_VERSION = '3.1.0';

/** The answer of GET /api/v1/status. */
export interface TrackerStatusView {
  /** The version of the tracker's interface; clients derive from it what they may request. */
  readonly version: string;
  /** Which program answers: `usher-1.2.3`. */
  readonly commitTag: string;
  /** Always false. */
  readonly updateAvailable: boolean;
  /** Always 0. */
  readonly commitsBehind: number;
  /** Always false. */
  readonly restartRequired: boolean;
}

/** The answer of GET /api/v1/settings/about. */
export interface AboutView {
  /** The version of the tracker's interface; clients derive from it what they may request. */
  readonly version: string;
  /** How many requests for films and series there are. */
  readonly totalRequests: number;
  /** How many different titles they are for. */
  readonly totalMediaItems: number;
  /** The server's time zone: `Europe/Berlin`. */
  readonly tz: string;
}

function aboutView({ requests, titles }: EntryFigures): AboutView {
  const tz = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { version: INTERFACE_VERSION, totalRequests: requests, totalMediaItems: titles, tz };
}

/** A library is read anew once its reading is so old, in milliseconds. */
const READ_EVERY_MS = 120_000;

/** Work that the tracker does at its times. */
export interface JobView {
  readonly id: 'availability-sync';
  readonly name: string;
  readonly type: 'process';
  readonly interval: 'fixed';
  /** The libraries are read anew when somebody looks and the last reading is two minutes old. */
  readonly cronSchedule: string;
  readonly nextExecutionTime: Rfc3339;
  /** Always false: it is done when it is answered. */
  readonly running: boolean;
}

function availabilitySyncView(now: number): JobView {
  return {
    id: 'availability-sync',
    name: 'Media Availability Sync',
    type: 'process',
    interval: 'fixed',
    cronSchedule: '0 */2 * * * *',
    nextExecutionTime: rfc3339((Math.floor(now / READ_EVERY_MS) + 1) * READ_EVERY_MS),
    running: false,
  };
}

const STATUS: TrackerStatusView = {
  version: INTERFACE_VERSION,
  commitTag: `usher-${PROGRAM_VERSION}`,
  updateAvailable: false,
  commitsBehind: 0,
  restartRequired: false,
};

@Controller('api/v1')
export class SettingsController {
  constructor(
    private readonly requests: SavedRequestsService,
    private readonly liveCache: FollowedLibrariesService,
    private readonly clock: Clock,
  ) {}

  /** Get which version of the interface the server speaks. */
  @CompatKey()
  @Get('status')
  status(): TrackerStatusView {
    return STATUS;
  }

  /** Get the server's version and how much it holds. Tools try their connection with it. */
  @CompatKey()
  @Get('settings/about')
  async about(): Promise<AboutView> {
    return aboutView(await this.requests.figures());
  }

  /** List the scheduled jobs: there is one. */
  @CompatKey()
  @Get('settings/jobs')
  jobs(): readonly JobView[] {
    return [availabilitySyncView(this.clock.now())];
  }

  /** Drop what was read of the libraries of films and series, so that the next call reads them again. */
  @CompatKey()
  @Post('settings/jobs/availability-sync/run')
  async syncAvailability(): Promise<JobView> {
    await this.liveCache.dropAll();
    return availabilitySyncView(this.clock.now());
  }
}
