/** One of the actions that W3C WebDriver and WebDriver BiDi perform alike: they come from a pointer or from keys. */
export type InputSource =
  | { readonly type: 'pointer'; readonly id: string; readonly actions: readonly object[] }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly object[] };

/** A page in a browser that is driven from outside. Sources: W3C WebDriver; WebDriver BiDi. */
export interface RemotePage {
  open(url: string): Promise<void>;
  /** The JSON value of an expression in the page, its promise awaited. @throws Error as the expression does */
  evaluate(expression: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** The page as a PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

type Role = 'button' | 'link' | 'radio' | 'checkbox' | 'textbox' | 'combobox' | 'heading' | 'progressbar';

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 50;

/** By which elements have these roles in our pages. */
const SELECTORS: Readonly<Record<Role, string>> = {
  button: 'button, summary',
  link: 'a[href]',
  radio: 'input[type=radio]',
  checkbox: 'input[type=checkbox]',
  textbox: 'input:not([type=radio], [type=checkbox]), textarea',
  combobox: 'input[role=combobox], select',
  heading: 'h1, h2, h3',
  progressbar: 'progress',
};

/**
 * Runs in the page: the middle of the first visible element of a role and a name, once it stands still in the window and nothing lies
 * over it; null until then. A name is what a screen reader would say, as far as our pages need it.
 */
const PLACE_OF = String.raw`((selector, name, isWhole) => {
  const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const labelled = (element) => (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent).join(' ');
  const spoken = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], [hidden]')) hidden.remove();
    return copy.textContent;
  };
  const nameOf = (element) => words(element.getAttribute('aria-label') || labelled(element)
    || [...(element.labels ?? [])].map((label) => label.textContent).join(' ') || spoken(element));
  const isNamed = (element) => isWhole ? nameOf(element) === name : nameOf(element).startsWith(name);
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  for (const element of top.querySelectorAll(selector)) {
    if (!isNamed(element) || element.disabled || element.getClientRects().length === 0) continue;
    const before = element.getBoundingClientRect();
    if (before.top < 80 || before.bottom > innerHeight - 80) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const shown = element.type === 'radio' || element.type === 'checkbox' ? (element.labels[0] ?? element) : element;
    const { left, top, width, height } = [...shown.getClientRects()].at(0) ?? before;
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const hit = document.elementFromPoint(x, y);
    if (hit && (shown.contains(hit) || element.contains(hit) || hit.contains(element))) return [x, y];
  }
  return null;
})`;

/** Somebody at such a page: everything is found by role and name, pressed by a pointer, and written by keys. */
export class RemotePerson {
  constructor(readonly page: RemotePage) {}

  open(url: string): Promise<void> {
    return this.page.open(url);
  }

  /** @param isWhole false where the name only begins so */
  async press(role: Role, name: string, isWhole = true): Promise<void> {
    const expression = `${PLACE_OF}(${[SELECTORS[role], name, isWhole].map((value) => JSON.stringify(value)).join(', ')})`;
    const [x = 0, y = 0] = (await this.until(expression, `${role} ${name}`)) as readonly number[];
    await this.page.perform([
      {
        ...{ type: 'pointer', id: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  async write(field: string, text: string, role: Role = 'textbox'): Promise<void> {
    await this.press(role, field);
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.page.perform([{ type: 'key', id: 'keys', actions: keys }]);
  }

  /** Waits until each of these texts is all that an element of the page says. */
  async sees(...texts: readonly string[]): Promise<void> {
    for (const text of texts)
      await this.until(
        `[...document.querySelectorAll('main *, dialog[open] *')].some((element) =>
          element.getClientRects().length > 0 && element.innerText?.trim() === ${JSON.stringify(text)}) || null`,
        `the words ${text}`,
      );
  }

  /** Waits for the value that an expression in the page comes to have, other than null. */
  async until(expression: string, what: string): Promise<unknown> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const value = await this.page.evaluate(expression);
      if (value !== null && value !== undefined) return value;
      if (performance.now() > end) throw new Error(`not seen: ${what}; the page says: ${String(await this.text())}`);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    }
  }

  /** How many pixels the page is wider than its window. */
  async overflow(): Promise<number> {
    return Number(
      await this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    );
  }

  close(): Promise<void> {
    return this.page.close();
  }

  private text(): Promise<unknown> {
    return this.page.evaluate('document.body.innerText.slice(0, 2000)');
  }
}
