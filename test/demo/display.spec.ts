import { describe, expect, it } from 'vitest';
import { Display, progressBar } from '../../scripts/demo/display.js';

class Recorder {
  text = '';

  constructor(
    readonly isTTY: boolean,
    readonly columns?: number,
  ) {}

  write(text: string): void {
    this.text += text;
  }
}

/** A display whose clock is at a number of seconds after its start. */
function displayOn(screen: Recorder): { readonly display: Display; at(seconds: number): Display } {
  let seconds = 0;
  const display = new Display(screen, () => seconds * 1000);
  return {
    display,
    at: (later) => {
      seconds = later;
      return display;
    },
  };
}

describe('progressBar', () => {
  it.each([
    [0, '[........................]   0 %'],
    [0.5, '[############............]  50 %'],
    [0.999, '[########################]  99 %'],
    [1, '[########################] 100 %'],
  ])('draws %d', (fraction, bar) => {
    expect(progressBar(fraction)).toBe(bar);
  });
});

describe('Display', () => {
  it('writes one line per change where there is no terminal', () => {
    const screen = new Recorder(false);
    const { at } = displayOn(screen);
    at(1).state('sent', 'accepted');
    at(2).state('sent', 'accepted');
    at(9).state('downloading', '10 %');
    at(61).state('downloading', '20 %');
    expect(screen.text).toBe(
      ['  0:01  sent         accepted', '  0:09  downloading  10 %', '  1:01  downloading  20 %', ''].join('\n'),
    );
  });

  it('keeps a state on one line of a terminal while it lasts, and begins a new one for the next', () => {
    const screen = new Recorder(true, 80);
    const { at } = displayOn(screen);
    at(1).state('sent', 'accepted');
    at(2).state('sent', 'accepted');
    at(3).state('downloading', '10 %');
    at(4).close();
    expect(screen.text).toBe(
      '\r  0:01  sent         accepted\u001b[K' +
        '\r  0:02  sent         accepted\u001b[K\n' +
        '\r  0:03  downloading  10 %\u001b[K\n',
    );
  });

  it('cuts a state to the width of the terminal, where a longer line could not be written anew', () => {
    const screen = new Recorder(true, 20);
    displayOn(screen).display.state('sent', 'accepted by the library');
    expect(screen.text).toBe('\r  0:00  sent       \u001b[K');
  });

  it('keeps the lines of a display apart until they are shown, with the clock of the first one', () => {
    const screen = new Recorder(true, 20);
    const { display, at } = displayOn(screen);
    const kept: string[] = [];
    at(8);
    const apart = display.apart(kept);
    apart.state('waiting', 'the library takes the author in');
    apart.state('waiting', 'the library takes the author in');
    display.state('sent', '');
    expect(screen.text).not.toContain('waiting');
    display.show(kept);
    expect(screen.text.split('\n').at(-2)).toBe('  0:08  waiting      the library takes the author in');
    expect(screen.text).toMatch(/sent[^\n]*\n {2}0:08 {2}waiting[^\n]*\n$/);
  });
});
