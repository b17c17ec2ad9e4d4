import type { ZodType } from 'zod';
import type { PipeTransform } from '@nestjs/common';
import { type AppError, badRequest } from '../errors/app-error.js';
import { FOREIGN, readSentence, type SentenceParams, storedSentence } from '../errors/sentence.js';

/** A pipe that judges a body, and can say what it takes. The description of the interface is made of it. */
export interface DescribingPipe {
  /** What it takes. It may refuse some of that still: which ones, its texts say. */
  readonly accepts: ZodType;
}

/** Can this pipe say what it takes? */
export function isDescribingPipe(pipe: unknown): pipe is DescribingPipe {
  return typeof pipe === 'object' && pipe !== null && 'accepts' in pipe;
}

/** A body that is exactly what its schema says, unknown members refused. @throws AppError 400 with the first thing that is wrong */
export class StrictBodyPipe<T> implements PipeTransform<unknown, T>, DescribingPipe {
  constructor(readonly accepts: ZodType<T>) {}

  transform(value: unknown): T {
    const result = this.accepts.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    // The words of an unknown member are the caller's, so they are not repeated.
    if (!issue || issue.code === 'unrecognized_keys')
      throw badRequest('unknown_field', 'unknown field in the request body');
    throw refusalOf(issue.message);
  }
}

/**
 * What a body is refused with that breaks a rule: `z.string(refusedValue('not_a_text', …))`. It is the rule's text: zod hands on nothing
 * else.
 */
export const refusedValue = (code: string, text: string, params: SentenceParams = {}): string =>
  storedSentence({ code, params, text });

function refusalOf(message: string): AppError {
  const { code, text, params } = readSentence(message);
  return code === FOREIGN ? badRequest('invalid_body', text) : badRequest(code, text, params);
}
