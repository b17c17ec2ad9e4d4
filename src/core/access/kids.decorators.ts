import { SetMetadata, type Type } from '@nestjs/common';
import type { Caller } from './caller.js';

/** Removes from an answer what its caller may not see. An injectable class of the module whose routes name it. */
export interface KidsFilter<Option = unknown> {
  /**
   * Runs the handler once and returns what its caller may see. Called for every account: one may become a kids account meanwhile.
   * @throws AppError where the answer may not be seen, or the limits can't be applied
   */
  apply(caller: Caller, handle: () => Promise<unknown>, option: Option): Promise<unknown>;
}

/** How a route treats kids accounts. `AccessGuard` refuses calls, `AnswerInterceptor` applies the filter. */
export type KidsRule =
  | { readonly kind: 'denied' }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'judged-by-service' }
  | { readonly kind: 'filtered'; readonly by: Type<KidsFilter>; readonly option: unknown };

/** Every route that needs a session must declare one of the rules below; else the server does not start. */
export const KIDS_METADATA = 'usher:kids';

const kids = (rule: KidsRule): MethodDecorator => SetMetadata(KIDS_METADATA, rule);

/** Kids accounts may not call this: 403. */
export const DenyKids = (): MethodDecorator => kids({ kind: 'denied' });

/** The answer holds nothing that limits apply to: no film, no series, no person. A kids account gets all of it. */
export const KidsUnlimited = (): MethodDecorator => kids({ kind: 'unlimited' });

/** The service behind the handler applies the limits, because its decision depends on them. */
export const KidsJudgedByService = (): MethodDecorator => kids({ kind: 'judged-by-service' });

/** A kids account gets what the filter leaves of the answer. */
export const KidsFilteredBy = <Option>(by: Type<KidsFilter<Option>>, option: Option): MethodDecorator =>
  kids({ kind: 'filtered', by, option });
