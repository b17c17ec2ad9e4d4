import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';

/** What a manager found wrong with a request that it refused. */
export interface ValidationFailures {
  /** Names of the validators that objected, such as `MovieExistsValidator`. */
  readonly refusals: readonly string[];
  /** Their messages, in the manager's own words and not yet fit to be shown. */
  readonly messages: readonly string[];
}

const failures = z.array(z.object({ errorMessage: lenient(z.string()), errorCode: lenient(z.string()) }));

/**
 * The failures in the body of a 400; undefined when the body is none of the documented arrays.
 *
 * Source: arr-common, error bodies.
 */
export function readValidationFailures(body: Buffer): ValidationFailures | undefined {
  const parsed = failures.safeParse(parse(body));
  if (!parsed.success || parsed.data.length === 0) return undefined;
  return {
    refusals: parsed.data.flatMap(({ errorCode }) => (errorCode ? [errorCode] : [])),
    messages: parsed.data.flatMap(({ errorMessage }) => (errorMessage ? [errorMessage] : [])),
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
