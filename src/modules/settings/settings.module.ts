import { Module } from '@nestjs/common';
import { SettingsStore } from './settings-store.js';

/** Typed key-value settings that are kept in the database. No routes. */
@Module({ providers: [SettingsStore], exports: [SettingsStore] })
export class SettingsModule {}
