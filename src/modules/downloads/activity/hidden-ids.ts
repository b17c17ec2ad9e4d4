import { createHmac } from 'node:crypto';

/**
 * Makes 32 hexadecimal digits of what identifies something, always the same under the same key, that say nothing about it.
 * Those of the last snapshot are remembered: most of what is coming was coming before.
 */
export class HiddenIds {
  private known: ReadonlyMap<string, string> = new Map();

  constructor(private readonly key: Buffer) {}

  /** For one snapshot; what it doesn't ask for is forgotten. */
  begin(): (identity: string) => string {
    const before = this.known;
    const ids = new Map<string, string>();
    this.known = ids;
    return (identity) => {
      const id = before.get(identity) ?? this.idOf(identity);
      ids.set(identity, id);
      return id;
    };
  }

  private idOf(identity: string): string {
    return createHmac('sha256', this.key).update(identity, 'utf8').digest('hex').slice(0, 32);
  }
}
