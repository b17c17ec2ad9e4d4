import { Injectable } from '@nestjs/common';
import { keptBytesOf } from '../../../core/cache/byte-pool.js';
import { ProviderMemory } from '../../../core/cache/byte-pool.js';
import { TtlCache } from '../../../core/cache/ttl-cache.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import { Meter } from '../../../core/metrics/meter.js';
import { Clock } from '../../../core/time/clock.js';
import type { Given } from './title-document.js';

const MAX_TEXTS = 2_000;
/** As long as the provider's own answer is kept at most; a text never outlives the answer it was made of. */
const TTL_MS = 3_600_000;

interface KeptText {
  /** What the text was made of. It isn't held: its bytes are counted where it is kept, for as long as it is kept there. */
  readonly source: WeakRef<RawJson>;
  readonly text: string;
}

/** The provider's details in the tracker's words, as texts: each is written once for as long as its source is kept. */
@Injectable()
export class TitleTextsService {
  private readonly texts: TtlCache<string, KeptText>;

  constructor(memory: ProviderMemory, clock: Clock, meter: Meter) {
    this.texts = new TtlCache({
      clock,
      ttlMs: TTL_MS,
      maxEntries: MAX_TEXTS,
      pool: memory,
      sizeOf: ({ text }) => keptBytesOf(text),
      meter: meter.cache('compat.titles'),
    });
  }

  /**
   * A JSON object as text.
   *
   * @param key names what the source is about
   * @param write says in the tracker's words what the source says
   */
  of(key: string, source: RawJson, write: (given: Given) => object): string {
    const kept = this.texts.get(key);
    if (kept?.source.deref() === source) return kept.text;
    const text = JSON.stringify(write(JSON.parse(source.text) as Given));
    this.texts.set(key, { source: new WeakRef(source), text });
    return text;
  }
}

/** A JSON object as text, with one more member behind its own. */
export function withMember(text: string, name: string, value: object): string {
  return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}
