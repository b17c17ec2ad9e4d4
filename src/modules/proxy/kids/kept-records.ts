/** A document of which some records go, moved together in its own bytes, so that nothing is held twice. */
export class KeptRecords {
  /** So many bytes stay, from the beginning on. */
  private kept = 0;
  /** Where the last record ended, or the list began. */
  private read = 0;
  private isFirst = true;
  /** Where each record that stays begins and ends by now, in turn; empty where nobody wants to know. */
  readonly places: number[] = [];

  constructor(
    private readonly bytes: Buffer,
    private readonly notesPlaces: boolean,
  ) {}

  listBegins(at: number): void {
    this.kept = at;
    this.read = at;
  }

  /** A record has ended; to it belong the comma and the white space before it. */
  record(start: number, end: number, stays: boolean): void {
    if (stays) {
      this.keep(this.isFirst ? this.firstFrom(start) : this.read, end);
      this.isFirst = false;
      if (this.notesPlaces) this.places.push(this.kept - (end - start), this.kept);
    }
    this.read = end;
  }

  document(): Buffer {
    this.keep(this.read, this.bytes.length);
    return this.bytes.subarray(0, this.kept);
  }

  /** No comma comes before the first record that stays. */
  private firstFrom(start: number): number {
    return this.kept === this.read ? this.read : start;
  }

  private keep(from: number, to: number): void {
    if (from !== this.kept) this.bytes.copyWithin(this.kept, from, to);
    this.kept += to - from;
  }
}
