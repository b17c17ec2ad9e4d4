import type { ZodType } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { HttpAnswer } from './exchange.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The JSON of an answer, as the schema describes it; fields that the schema doesn't name are dropped.
 *
 * Strict: invalid UTF-8, a byte order mark, an empty body and anything before or after the one value are refused.
 *
 * @throws UpstreamError of kind `malformed`; its reason names the place that doesn't fit, never a value
 */
export function readJson<T>(system: string, operation: string, answer: HttpAnswer, schema: ZodType<T>): T {
  const malformed = (reason: string): UpstreamError =>
    new UpstreamError({
      system,
      operation,
      kind: 'malformed',
      status: answer.status,
      definitelyNotSent: false,
      reason,
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(UTF8.decode(answer.body));
  } catch {
    throw malformed('server answered with something other than JSON');
  }
  const judged = schema.safeParse(parsed);
  if (judged.success) return judged.data;
  const place = judged.error.issues[0]?.path.map(String).join('.').slice(0, 100);
  throw malformed(`server answered with unexpected data${place ? ` at ${place}` : ''}`);
}
