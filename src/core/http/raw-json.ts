/**
 * A JSON text that goes out exactly as it stands. A handler returns it where the answer is somebody else's document:
 * parsing and printing it again would round its numbers and reorder its keys. The outermost interceptor writes it
 * as `application/json`.
 *
 * Whoever makes one vouches that the text is valid JSON.
 */
export class RawJson {
  constructor(readonly text: string) {}
}

/** As {@link RawJson}, of a document that is a list. The description of the interface tells the two apart. */
export class RawJsonList extends RawJson {}
