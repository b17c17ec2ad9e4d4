import { Module, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../../core/events/event-bus.js';
import { JobRunner } from '../../core/jobs/job-runner.js';
import { InstancesModule } from '../instances/instances.public.js';
import { FilmLibrary } from './films/film-library.js';
import { FilmReadings } from './films/film-readings.js';
import { FollowedLibraries } from './following/followed-libraries.js';
import { ForgottenReadings } from './following/forgotten-readings.js';
import { InstanceFollower } from './following/instance-follower.js';
import { QueuePoll } from './following/queue-poll.js';
import { ReportedChanges } from './following/reported-changes.js';
import { SeriesLibrary } from './series/series-library.js';
import { SeriesObservations } from './series/series-observations.js';
import { SeriesReadings } from './series/series-readings.js';

/** Live digests and availability. No routes. */
@Module({
  imports: [InstancesModule],
  providers: [
    FilmReadings,
    FilmLibrary,
    SeriesReadings,
    SeriesObservations,
    SeriesLibrary,
    QueuePoll,
    InstanceFollower,
    ReportedChanges,
    FollowedLibraries,
    ForgottenReadings,
  ],
  exports: [FilmLibrary, SeriesLibrary, FollowedLibraries, ForgottenReadings],
})
export class LibraryModule implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly poll: QueuePoll,
    private readonly follower: InstanceFollower,
    private readonly reports: ReportedChanges,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.poll);
    this.follower.follow(this.events);
    this.reports.follow();
  }
}
