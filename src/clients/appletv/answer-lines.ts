const NEWLINE = 0x0a;

/** Cuts what a helper writes into lines, up to a number of bytes in all. */
export class AnswerLines {
  private begun: Buffer[] = [];
  private taken = 0;

  /** @param most how many bytes may come, on whichever stream */
  constructor(private readonly most: number) {}

  /**
   * Takes the next bytes of the answers.
   *
   * @returns the lines that they complete, without their ends; null when more bytes have come than may
   */
  take(bytes: Buffer): readonly Buffer[] | null {
    if (!this.count(bytes)) return null;
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...this.begun, bytes.subarray(from, end)]));
      this.begun = [];
      from = end + 1;
    }
    if (from < bytes.length) this.begun.push(Buffer.from(bytes.subarray(from)));
    return lines;
  }

  /** Counts bytes that are no answers. False when more have come than may. */
  count(bytes: Buffer): boolean {
    this.taken += bytes.length;
    return this.taken <= this.most;
  }

  /** Has a line been begun that no newline has ended? */
  get isCut(): boolean {
    return this.begun.length > 0;
  }
}
