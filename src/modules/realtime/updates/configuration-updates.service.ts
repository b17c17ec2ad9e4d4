import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '../../../core/events/event-bus.js';
import { DiscoveryVisibilityChanged } from '../../discovery/discovery.public.js';
import { DownloadsScopeSet } from '../../downloads/downloads.public.js';
import {
  AssignmentsChanged,
  InstanceChanged,
  InstanceRemoved,
  PreferencesChanged,
} from '../../instances/instances.public.js';
import { ContentPolicyChanged } from '../../users/users.public.js';
import type { Announcement } from '../audience/audience.js';
import { NotifierService } from './notifier.service.js';

/** It carries nothing: every client reads its own filtered configuration again. Source: doc 1 section 6. */
const CONFIG_CHANGED: Announcement = {
  key: 'config_changed',
  compose: async () => ({ frame: { type: 'config_changed', data: {} }, audience: { of: 'everyone' }, title: null }),
};

/** What changes the configuration of anybody. */
const SENT_TO_ALL = [
  InstanceChanged,
  InstanceRemoved,
  AssignmentsChanged,
  PreferencesChanged,
  DiscoveryVisibilityChanged,
  DownloadsScopeSet,
];

/** For one account alone: what it may see is another. Source: doc 3 section 5.3, Observer. */
const changedFor = (userId: number): Announcement => ({
  key: `config_changed ${userId}`,
  compose: async () => ({
    frame: { type: 'config_changed', data: {} },
    audience: { of: 'account', userId, administrators: false },
    title: null,
  }),
});

/**
 * Tells everybody that instances, who may use and prefers them, what discovery hides, or whose downloads members see have changed, and a kids account
 * that its limits have. Source: doc 3 sections 3.2 and 5.3.
 */
@Injectable()
export class ConfigurationUpdatesService implements OnModuleInit {
  constructor(
    private readonly events: EventBus,
    private readonly notifier: NotifierService,
  ) {}

  onModuleInit(): void {
    for (const type of SENT_TO_ALL)
      this.events.on<object>(type, () => this.notifier.announce('household', CONFIG_CHANGED));
    this.events.on(ContentPolicyChanged, ({ userId }) => this.notifier.announce('household', changedFor(userId)));
  }
}
