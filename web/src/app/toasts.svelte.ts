/** So long is a message shown, in milliseconds. */
const SHOWN_MS = 6_000;

/** What has just happened, in a sentence each. */
class Messages {
  list: readonly { readonly id: number; readonly text: string }[] = $state([]);
  private last = 0;

  /** Shows a message for a while. */
  say(text: string): void {
    const id = ++this.last;
    this.list = [...this.list.slice(-2), { id, text }];
    setTimeout(() => (this.list = this.list.filter((message) => message.id !== id)), SHOWN_MS);
  }

  /** Shows none any more. */
  clear(): void {
    this.list = [];
  }
}

/** The messages that are shown now. */
export const messages = new Messages();
