import { codedRefusals } from './coded-refusals.js';
import { type RefusalBody, textMembers, writtenBody } from './refusal-texts.js';

/** The body of a refusal, as the interface has it that the target belongs to. */
export type RefusalBodies = (target: string, status: number, body: RefusalBody) => Readonly<Record<string, unknown>>;

/**
 * Judged by the target as it was asked for, so that a request which nothing has routed yet, or ever will, is answered as
 * its neighbours are.
 *
 * @param basePath empty, or `/usher`
 */
export function refusalBodies(basePath: string): RefusalBodies {
  const memberOf = textMembers(basePath);
  const coded = codedRefusals(basePath);
  return (target, status, body) => writtenBody(memberOf(target), coded(target, status, body));
}
