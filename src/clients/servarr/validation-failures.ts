import { z } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';

/** What a manager found wrong with a request that it refused. */
interface ValidationFailures {
  /** Names of the validators that objected, such as `MovieExistsValidator`. */
  readonly refusals: readonly string[];
  /** Names of the properties that they objected to, such as `EbookMetadataProfileId`. */
  readonly properties: readonly string[];
  /** Their messages, in the manager's own words and not yet fit to be shown. */
  readonly messages: readonly string[];
}

const failures = readableRows(
  z.object({
    propertyName: lenient(z.string()),
    errorMessage: lenient(z.string()),
    errorCode: lenient(z.string()),
  }),
);

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
    properties: parsed.data.flatMap(({ propertyName }) => (propertyName ? [propertyName] : [])),
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

/**
 * Did a manager refuse to add something because its library has it? Usually a validator says so (400); when two
 * additions race, the unique key of its table does (409). Source: arr-common, error bodies.
 *
 * @param addition operation of the call that adds: `movie.add`
 * @param validator name of the validator that objects: `MovieExistsValidator`
 */
export function isAlreadyThere(error: unknown, addition: string, validator: string): boolean {
  if (!(error instanceof UpstreamError) || error.operation !== addition) return false;
  return error.status === 409 || error.refusals.includes(validator);
}
