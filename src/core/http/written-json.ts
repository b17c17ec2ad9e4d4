import { nextTurn } from '../time/waiting.js';
import { longJson } from './long-json.js';
import { RawAnswer } from './raw-answer.js';

/** An answer is sent in chunks of about so many bytes: each costs some time of its own, whenever it is sent. */
const CHUNK_BYTES = 192 * 1024;

/** A JSON answer that is written already, to be sent as often as it is asked for. It is what JSON.stringify makes of a `View`. */
export class WrittenJson<View> extends RawAnswer {
  /** What it says. For the OpenAPI document alone: no value has it. */
  declare readonly says: View;
  /** Its length in bytes. */
  readonly size: number;

  private constructor(pieces: readonly Buffer[]) {
    super(200, [['Content-Type', 'application/json; charset=utf-8']], pieces);
    this.size = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  /** Writes a value. A long list is written in pieces, with everybody else's turn after each; see {@link longJson}. */
  static async of<View extends object>(view: View): Promise<WrittenJson<View>> {
    const chunks: Buffer[] = [];
    let [pieces, bytes]: [Buffer[], number] = [[], 0];
    for (const piece of longJson(view) ?? [Buffer.from(JSON.stringify(view))]) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= CHUNK_BYTES) {
        chunks.push(Buffer.concat(pieces));
        [pieces, bytes] = [[], 0];
      }
      await nextTurn();
    }
    if (bytes > 0) chunks.push(Buffer.concat(pieces));
    return new WrittenJson<View>(chunks);
  }
}
