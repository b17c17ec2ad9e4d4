import { SetMetadata } from '@nestjs/common';

export const ANSWERS_METADATA = 'usher:answers';
export const RELAYS_METADATA = 'usher:relays';

/**
 * Which refusals a route has of its own, and when, in a sentence for the caller. Those that follow from its access,
 * its input and its budget are known without being named; one that is named besides has both reasons.
 * The description of the interface is made of it, and the tests hold every answer against that.
 *
 * `Bodies` names, by status, what a refusal's body has beside `error`, where that is more than a `code`:
 *
 * ```ts
 * @Answers<{ 429: AllowanceRefusalView }>({ 404: 'There is no such title.', 429: 'The allowance is used up.' })
 * ```
 */
export const Answers = <Bodies extends Readonly<Record<number, object>> = Record<never, never>>(
  refusals: Readonly<Record<number, string>> & { readonly [status in keyof Bodies]: string },
): MethodDecorator => SetMetadata(ANSWERS_METADATA, refusals);

/**
 * The route passes on what another system takes and answers, described in a sentence for the caller. Its bodies are described
 * by that system and not by us; what it refuses itself is described as ever.
 */
export const Relays = (what: string): MethodDecorator => SetMetadata(RELAYS_METADATA, what);
