import { AppError, temporarilyUnavailable } from '../../core/errors/app-error.js';

/**
 * Makes every fault of a judgement a 503, so that a client never takes our trouble for a refusal and throws its session away.
 *
 * @throws AppError 503
 */
export async function orUnavailable<T>(judgement: Promise<T>): Promise<T> {
  try {
    return await judgement;
  } catch (fault) {
    throw fault instanceof AppError && fault.status === 503 ? fault : temporarilyUnavailable(fault);
  }
}
