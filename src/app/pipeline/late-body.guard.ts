import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  CompatKeyGuard,
  KidsDenyGuard,
  PermissionGuard,
  SessionGuard,
  WebhookBasicGuard,
} from '../../modules/auth/auth.public.js';
import type { TimedRequest } from './body-read.guard.js';

/** A body that took longer than this is late, in milliseconds. */
const SOON_MS = 1_000;

/**
 * Judges once more who brings a body that came late. A client decides itself how long its body takes, and rights that have
 * ended meanwhile must not be used by holding it back. What an administrator changes is judged in its write besides; this
 * guard alone holds back what happens before a write or without one: calls to outside systems, reads, what members do.
 * Source: doc 3 section 1.6, security 12.
 */
@Injectable()
export class LateBodyGuard implements CanActivate {
  private readonly judges: readonly CanActivate[];

  constructor(
    webhooks: WebhookBasicGuard,
    keys: CompatKeyGuard,
    sessions: SessionGuard,
    permissions: PermissionGuard,
    kids: KidsDenyGuard,
  ) {
    this.judges = [webhooks, keys, sessions, permissions, kids];
  }

  /** @throws AppError as the guards do whom it asks */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { bodyMs = 0 } = context.switchToHttp().getRequest<TimedRequest>();
    if (bodyMs <= SOON_MS) return true;
    for (const judge of this.judges) if (!(await judge.canActivate(context))) return false;
    return true;
  }
}
