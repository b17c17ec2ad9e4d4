import type { ZodType } from 'zod';
import { readAnswer } from './helper-answers.js';
import type { HelperProcess } from './helper-process.js';

/**
 * Asks a process for the last time. Settles once the process is gone, whatever came of it.
 *
 * @param answer what is waited for
 * @param signal the caller gives up by it
 * @throws HelperError
 */
export async function lastAnswer<T>(
  process: HelperProcess,
  request: object,
  answer: ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return readAnswer(await process.ask(request, signal), answer);
  } finally {
    // What comes behind an answer spoils it.
    await process.finish();
  }
}
