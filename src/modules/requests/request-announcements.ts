import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';

/** What the module has to say to clients: that requests draw on allowances. Source: doc 2 section 9. */
@Injectable()
export class RequestAnnouncements implements OnModuleInit {
  constructor(private readonly ports: PortRegistry) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('request_quotas'));
  }
}
