import type { CanActivate, INestApplication, NestInterceptor, Type } from '@nestjs/common';
import { AccessGuard, RateLimitGuard } from '../modules/auth/auth.public.js';
import { ScrubInterceptor } from '../modules/proxy/proxy.public.js';
import { AnswerInterceptor } from './pipeline/answer.interceptor.js';
import { BodyCapGuard } from './pipeline/body-cap.guard.js';
import { BodyReadGuard, BodyTypeGuard } from './pipeline/body-read.guard.js';
import { CallTurnGuard } from './pipeline/call-turn.guard.js';
import { KidsInterceptor } from './pipeline/kids.interceptor.js';

/**
 * The guards of every route, in the order in which they judge: the body's declared size, who calls, the body's declared type;
 * only then does the call count against its client's budget, the account's turn is waited for, and the body is read. If that
 * took long, its sender is judged again. So what another site's page can make a browser send is refused before anything is
 * counted. Source: security 38.
 */
export const GUARD_ORDER: readonly Type<CanActivate>[] = [
  BodyCapGuard,
  AccessGuard,
  BodyTypeGuard,
  RateLimitGuard,
  CallTurnGuard,
  BodyReadGuard,
];

/**
 * The interceptors of every route, the outermost first. A handler's answer passes them in reverse: filtered for a kids
 * account, scrubbed of an instance's credentials, written.
 */
const INTERCEPTOR_ORDER: readonly Type<NestInterceptor>[] = [AnswerInterceptor, ScrubInterceptor, KidsInterceptor];

/** Binds the guards and the interceptors, once, for all routes. */
export function bindPipeline(app: INestApplication): void {
  app.useGlobalGuards(...GUARD_ORDER.map((guard) => app.get(guard)));
  app.useGlobalInterceptors(...INTERCEPTOR_ORDER.map((interceptor) => app.get(interceptor)));
}
