import { Module, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../../core/events/event-bus.js';
import { JobRunner } from '../../core/jobs/job-runner.js';
import { InstancesModule } from '../instances/instances.public.js';
import { FilmLibrary } from './films/film-library.js';
import { FilmQueuePoll } from './films/film-queue-poll.js';
import { FilmReadings } from './films/film-readings.js';
import { InstanceFollower } from './films/instance-follower.js';
import { WatchedLibraries } from './films/watched-libraries.js';

/** Live digests and availability. No routes. */
@Module({
  imports: [InstancesModule],
  providers: [FilmReadings, WatchedLibraries, FilmLibrary, FilmQueuePoll, InstanceFollower],
  exports: [FilmLibrary],
})
export class LibraryModule implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly poll: FilmQueuePoll,
    private readonly follower: InstanceFollower,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this.poll);
    this.follower.follow(this.events);
  }
}
