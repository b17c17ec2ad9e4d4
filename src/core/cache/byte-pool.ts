interface Holding {
  readonly bytes: number;
  readonly letGo: () => void;
}

/** The bytes that several caches share. Beyond the bound goes what was least recently used, in whichever of them it lies. */
export class BytePool {
  /** In order of use, the least recently used first. */
  private readonly holdings = new Map<object, Holding>();
  private bytes = 0;

  /** @throws RangeError for a bound that makes no sense */
  constructor(private readonly maxBytes: number) {
    if (!(maxBytes >= 0)) throw new RangeError('maxBytes must be 0 or more');
  }

  get held(): number {
    return this.bytes;
  }

  /**
   * Holds something, and lets go of what has to give way. False, and nothing changes, for what is larger than the pool.
   * @param letGo drops it from its cache, which then calls {@link release}
   */
  hold(thing: object, bytes: number, letGo: () => void): boolean {
    if (bytes > this.maxBytes) return false;
    this.holdings.set(thing, { bytes, letGo });
    this.bytes += bytes;
    for (const [oldest, holding] of this.holdings) {
      if (this.bytes <= this.maxBytes) break;
      this.release(oldest);
      holding.letGo();
    }
    return true;
  }

  /** Was it used? Then it goes later than all that were not. */
  use(thing: object): void {
    const holding = this.holdings.get(thing);
    if (!holding) return;
    this.holdings.delete(thing);
    this.holdings.set(thing, holding);
  }

  /** Gives its bytes back; nothing where it is not held. */
  release(thing: object): void {
    const holding = this.holdings.get(thing);
    if (!holding) return;
    this.holdings.delete(thing);
    this.bytes -= holding.bytes;
  }
}

const MIB = 1024 * 1024;

/** What is held beside a value: its places in its cache and here, and the objects that they lead by. Measured: 300. */
const ENTRY_BYTES = 320;

/** The memory for all answers of outside providers (PROVIDER_CACHE_MIB). Entries count for more than their value: small ones are many. */
export class ProviderMemory extends BytePool {
  /** @param mib the most that is kept, in MiB */
  constructor(mib: number) {
    super(mib * MIB);
  }

  override hold(thing: object, bytes: number, letGo: () => void): boolean {
    return super.hold(thing, bytes + ENTRY_BYTES, letGo);
  }
}

/** How many bytes do kept texts count for? An upper bound: the engine keeps at most two per character. */
export function keptBytesOf(...texts: readonly string[]): number {
  return texts.reduce((bytes, text) => bytes + text.length * 2, 0);
}
