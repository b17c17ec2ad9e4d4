import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES } from '../settings/settings.public.js';

/**
 * What the module has to say to clients: administrators may look around before there is an instance. Source: doc 2
 * sections 4 (Discovery, Access) and 9.
 */
@Injectable()
export class DiscoveryCapabilitiesService implements OnModuleInit {
  constructor(private readonly ports: PortRegistry) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('admin_catalog_browsing'));
  }
}
