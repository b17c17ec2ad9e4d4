import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';

/** Clients show what manages accounts on media servers where the server says that it can. Source: doc 1 section 9. */
@Injectable()
export class MediaAccountCapabilitiesService implements OnModuleInit {
  constructor(private readonly ports: PortRegistry) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('media_account_management'));
  }
}
