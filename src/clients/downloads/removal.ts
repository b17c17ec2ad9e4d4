import { UpstreamError } from '../../core/errors/upstream-error.js';

/**
 * Removes something once. Where it isn't certain that nothing has happened, the list is read, once: gone is success.
 *
 * @param remove sends the removal
 * @param isGone reads the list
 * @throws UpstreamError of the removal, also where the list can't be read then
 */
export async function removeOnce(remove: () => Promise<void>, isGone: () => Promise<boolean>): Promise<void> {
  try {
    await remove();
  } catch (fault) {
    if (!(fault instanceof UpstreamError) || fault.definitelyNotSent || fault.kind === 'aborted') throw fault;
    if (!(await unlessUnreadable(isGone))) throw fault;
  }
}

async function unlessUnreadable(isGone: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isGone();
  } catch (fault) {
    if (fault instanceof UpstreamError) return false;
    throw fault;
  }
}
