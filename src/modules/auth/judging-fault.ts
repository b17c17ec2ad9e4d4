import { AppError, temporarilyUnavailable } from '../../core/errors/app-error.js';

/** Makes a judgement's fault AppError 503, so that no client takes our trouble for a refusal and throws its session away. */
export async function orUnavailable<T>(judgement: Promise<T>): Promise<T> {
  try {
    return await judgement;
  } catch (fault) {
    throw fault instanceof AppError && fault.status === 503 ? fault : temporarilyUnavailable(fault);
  }
}
