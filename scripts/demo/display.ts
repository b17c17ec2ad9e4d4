/** Where the display writes: standard output, or a test. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const WHO_WIDTH = 7;
const WHAT_WIDTH = 46;
const STATE_WIDTH = 12;
/** For terminals that do not report their width. */
const USUAL_COLUMNS = 80;
const ERASE_TO_END = '\u001b[K';

/** `[############............]  50 %`, for 0 to 1. */
export function progressBar(fraction: number): string {
  const done = Math.round(fraction * BAR_WIDTH);
  const percent = `${Math.floor(fraction * 100)} %`;
  return `[${'#'.repeat(done)}${'.'.repeat(BAR_WIDTH - done)}] ${percent.padStart(5)}`;
}

/**
 * Shows the story to a person. On a terminal a state stays on one line that is written anew while it lasts; elsewhere a
 * line appears whenever something has changed.
 */
export class Display {
  private shown: { readonly state: string; readonly detail: string } | undefined;

  /** @param now epoch milliseconds */
  constructor(
    private readonly screen: Screen,
    private readonly now: () => number,
    private readonly startedAt = now(),
  ) {}

  /** A display with the same clock that keeps its lines in a list, for {@link show}. */
  apart(kept: string[]): Display {
    return new Display({ write: (text) => kept.push(text) }, this.now, this.startedAt);
  }

  /** Writes what a display has kept. */
  show(kept: readonly string[]): void {
    this.close();
    this.screen.write(kept.join(''));
  }

  heading(text: string): void {
    this.line(`\n${text}\n`);
  }

  note(text: string): void {
    this.line(`  ${text}`);
  }

  /** Somebody did something: this call of the interface, answered with this status. */
  step(who: string, what: string, call: string, status: number): void {
    this.line(`  ${who.padEnd(WHO_WIDTH)}${what.padEnd(WHAT_WIDTH)}${status}  ${call}`);
  }

  /** What came of the step before. */
  outcome(text: string): void {
    this.line(`  ${' '.repeat(WHO_WIDTH)}${text}`);
  }

  /** The status of a title now, and how long after the start. */
  state(state: string, detail: string): void {
    const line = `  ${this.elapsed()}  ${state.padEnd(STATE_WIDTH)} ${detail}`;
    if (this.screen.isTTY) {
      if (this.shown && this.shown.state !== state) this.screen.write('\n');
      this.screen.write(`\r${line.slice(0, (this.screen.columns || USUAL_COLUMNS) - 1)}${ERASE_TO_END}`);
    } else if (this.shown?.state !== state || this.shown.detail !== detail) {
      this.screen.write(`${line}\n`);
    }
    this.shown = { state, detail };
  }

  /** Ends the line of a state that is still being written. */
  close(): void {
    if (this.shown && this.screen.isTTY) this.screen.write('\n');
    this.shown = undefined;
  }

  private line(text: string): void {
    this.close();
    this.screen.write(`${text}\n`);
  }

  /** `0:07` */
  private elapsed(): string {
    const seconds = Math.floor((this.now() - this.startedAt) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
