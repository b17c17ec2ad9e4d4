import { Module } from '@nestjs/common';
import { ExternalAddressRepository } from './external-address.repository.js';
import { ExternalNetworkService } from './outbound/external-network.service.js';
import { SecretSettingsRepository } from './secret-settings.repository.js';
import { SettingsRepository } from './settings.repository.js';

const services = [SettingsRepository, SecretSettingsRepository, ExternalAddressRepository, ExternalNetworkService];

@Module({ providers: services, exports: services })
export class SettingsModule {}
