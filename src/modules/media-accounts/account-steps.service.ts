import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../core/core.module.js';
import type { Log } from '../../core/logging/log.js';

/** The steps of making, settling and opening an account. The process may die between any two; the next start goes on. */
export const ACCOUNT_STEPS = [
  'invitee_found', // somebody holds a server at the hub and has named their address; they are linked or invited next
  'intent_kept', // it is committed what is to be made; the server is told next
  'account_made', // the server has confirmed the account, which opens by the secret alone; at the hub the invitation
  'made_kept', // it is committed which account is ours; the person's password is sent next
  'password_set', // the server has confirmed the person's password
  'linked', // the link is committed, in place of the intent
  'link_announced', // the events of the link are published
  'leftover_discarded', // the server has confirmed that nothing is left of an account that could not be made
  'intent_removed', // the intent of an account that could not be made is removed
  'access_claimed', // a try has leased the link; what was confirmed of its access is in doubt
  'access_written', // the server has confirmed what should be, or the try has failed
  'access_recorded', // it is committed what became of the try
] as const;

export type AccountStep = (typeof ACCOUNT_STEPS)[number];

export interface AccountAtStep {
  readonly instanceId: string;
  readonly userId: number | null;
}

@Injectable()
export class AccountStepsService {
  constructor(@InjectLog() private readonly log: Log) {}

  reached(step: AccountStep, { instanceId, userId }: AccountAtStep): void {
    this.log.debug('media account step', { step, instance_id: instanceId, user_id: userId });
  }
}
