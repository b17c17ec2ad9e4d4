import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';

/**
 * Tells clients that administrators may correct which series is meant. Source: doc 2 section 9, doc 3 section 2.1.
 */
@Injectable()
export class RequestAnnouncements implements OnModuleInit {
  constructor(private readonly ports: PortRegistry) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('tv_match_corrections'));
  }
}
