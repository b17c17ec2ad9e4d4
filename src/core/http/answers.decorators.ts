import { SetMetadata } from '@nestjs/common';

export const ANSWERS_METADATA = 'usher:answers';
export const RELAYS_METADATA = 'usher:relays';

/**
 * Which refusals a route has of its own, in a sentence for the caller; those that follow from access, input and budget
 * are known. The OpenAPI document is made of it. `Bodies` names, by status, what a body has beside `error` and `code`:
 *
 * ```ts
 * @Answers<{ 429: AllowanceRefusalView }>({ 404: 'There is no such title.', 429: 'The allowance is used up.' })
 * ```
 */
export const Answers = <Bodies extends Readonly<Record<number, object>> = Record<never, never>>(
  refusals: Readonly<Record<number, string>> & { readonly [status in keyof Bodies]: string },
): MethodDecorator => SetMetadata(ANSWERS_METADATA, refusals);

/**
 * The route passes on what another system takes and answers, described in a sentence for the caller. Only its own
 * refusals are described by us.
 */
export const Relays = (what: string): MethodDecorator => SetMetadata(RELAYS_METADATA, what);
