import { nextTurn } from '../time/waiting.js';
import { longJson } from './long-json.js';
import { RawAnswer } from './raw-answer.js';

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
    const pieces: Buffer[] = [];
    for (const piece of longJson(view) ?? [Buffer.from(JSON.stringify(view))]) {
      pieces.push(piece);
      await nextTurn();
    }
    return new WrittenJson<View>(pieces);
  }
}
