import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SETUP_STEPS } from '../../settings/settings.public.js';
import { AccountsRepository } from '../../users/users.public.js';

/** What the checklist of administrators says of invitations: an invitation makes the account of the person who is invited. */
@Injectable()
export class InvitationStepService implements OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly accounts: AccountsRepository,
  ) {}

  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, {
      key: 'people',
      title: 'Invite somebody',
      description: 'Everybody of the household gets an account by a link of their own.',
      optional: true,
      isConfigured: (tx) => this.accounts.areSeveral(tx),
    });
  }
}
