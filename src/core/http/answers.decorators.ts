import { SetMetadata } from '@nestjs/common';

export const ANSWERS_METADATA = 'usher:answers';
export const RELAYS_METADATA = 'usher:relays';

/**
 * Which refusals a route has of its own, in a sentence for the caller, for the OpenAPI document. `Bodies` names, by status, what a body has
 * beside `error` and `code`: `@Answers<{ 429: AllowanceRefusalView }>({ 404: 'There is no such title.', 429: 'The allowance is used up.'
 * })`.
 */
export const Answers = <Bodies extends Readonly<Record<number, object>> = Record<never, never>>(
  refusals: Readonly<Record<number, string>> & { readonly [status in keyof Bodies]: string },
): MethodDecorator => SetMetadata(ANSWERS_METADATA, refusals);

/** The route passes on what another system takes and answers, described in a sentence for the caller. */
export const Relays = (what: string): MethodDecorator => SetMetadata(RELAYS_METADATA, what);

export const MAY_BE_KEPT_METADATA = 'usher:may-be-kept';

/** Browsers may keep what a route answers, or all routes of a class. Everything else is `Cache-Control: no-store`. */
export const MayBeKept = (): ClassDecorator & MethodDecorator => SetMetadata(MAY_BE_KEPT_METADATA, true);
