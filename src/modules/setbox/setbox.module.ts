import { Module, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { BoxesService } from './boxes/boxes.service.js';
import { BoxTurnsService } from './boxes/box-turns.service.js';
import { BoxesRepository } from './boxes/boxes.repository.js';
import { SetboxHelperService } from './helper/setbox-helper.service.js';
import { SetboxesController } from './http/setboxes.controller.js';
import { BoxOpeningService } from './opening/box-opening.service.js';
import { HeldTitlesService } from './opening/held-titles.service.js';
import { OpenConfirmationsService } from './opening/open-confirmations.service.js';
import { PairingsService } from './pairing/pairings.service.js';

/** Shows titles of the household's libraries on set-top boxes. */
@Module({
  imports: [UsersModule, InstancesModule, LibraryModule, SeriesMatchingModule],
  controllers: [SetboxesController],
  providers: [
    BoxesRepository,
    BoxesService,
    BoxTurnsService,
    SetboxHelperService,
    PairingsService,
    HeldTitlesService,
    OpenConfirmationsService,
    BoxOpeningService,
  ],
})
export class SetboxModule implements OnModuleInit {
  constructor(private readonly ports: PortRegistry) {}

  /** Clients learn that there are routes for boxes; whether the server can speak to one, `supported` says. */
  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('setbox_remote'));
  }
}
