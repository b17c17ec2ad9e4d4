import { InstanceNotGranted, NoneConfigured } from '../../instances/instances.public.js';

/** The outcome of work in the caller's library of a kind; null where they have no library of it. */
export async function unlessNoLibrary<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof NoneConfigured || refusal instanceof InstanceNotGranted) return null;
    throw refusal;
  }
}
