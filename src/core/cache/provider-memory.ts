import { BytePool } from './byte-pool.js';

const MIB = 1024 * 1024;

/** What is held beside a value: its places in its cache and here, and the objects that they lead by. Measured: 300. */
const ENTRY_BYTES = 320;

/**
 * The memory in which all answers of outside providers are kept together, absences and ratings among them. Its size is the
 * setting PROVIDER_CACHE_MIB. An entry counts for more than its value, so that a flood of small ones fits into it, too.
 */
export class ProviderMemory extends BytePool {
  /** @param mib the most that is kept, in MiB */
  constructor(mib: number) {
    super(mib * MIB);
  }

  override hold(thing: object, bytes: number, letGo: () => void): boolean {
    return super.hold(thing, bytes + ENTRY_BYTES, letGo);
  }
}
