import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];

/** How somebody uses a page: everything by role and name, as people and screen readers find it. */
export interface PageUser {
  /** Presses a button or follows a link. */
  press(role: 'button' | 'link', name: string | RegExp): Promise<void>;
  /** Chooses one of several. */
  choose(role: 'radio' | 'checkbox', name: string): Promise<void>;
  /** Writes into a field, in place of what it held. */
  write(field: string, text: string): Promise<void>;
  /** Searches by the box at the top of every page. */
  search(text: string): Promise<void>;
  /** Closes a dialog. */
  close(): Promise<void>;
}

/** By mouse or finger. */
export function byPointer(page: Page): PageUser {
  return {
    press: (role, name) => page.getByRole(role, { name }).first().click(),
    choose: (role, name) => page.getByRole(role, { name, exact: true }).check(),
    write: (field, text) => page.getByLabel(field, { exact: true }).fill(text),
    search: (text) => page.getByRole('combobox', { name: 'Search' }).fill(text),
    close: () => page.keyboard.press('Escape'),
  };
}

/** More than any page has that can be reached. */
const MOST_PRESSES = 60;

/** Runs in the page; the types of this project know no browser. */
const isFocused = (element: { readonly ownerDocument: { readonly activeElement: unknown } }): boolean =>
  element.ownerDocument.activeElement === element;

/** By keyboard alone: Tab leads to everything, and what has the focus is known by its role and its name. */
export function byKeyboard(page: Page): PageUser {
  const { keyboard } = page;
  const reach = async (wanted: Locator): Promise<void> => {
    await wanted.waitFor();
    const isReached = (): Promise<boolean> => wanted.evaluate(isFocused);
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await isReached()) return;
      await keyboard.press('Tab');
    }
    throw new Error(`not reached by Tab: ${String(wanted)}`);
  };
  const named = (role: Role, name: string | RegExp): Locator =>
    page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first();
  return {
    press: async (role, name) => {
      await reach(named(role, name));
      await keyboard.press('Enter');
    },
    choose: async (role, name) => {
      await reach(named(role, name));
      if (!(await named(role, name).isChecked())) await keyboard.press('Space');
      expect(await named(role, name).isChecked()).toBe(true);
    },
    write: async (field, text) => {
      await reach(page.getByLabel(field, { exact: true }));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(text);
    },
    search: async (text) => {
      await reach(named('combobox', 'Search'));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(text);
    },
    close: () => keyboard.press('Escape'),
  };
}

/** Hands that count what they fill in, and what they press or choose. */
export function counted(hands: PageUser): {
  readonly hands: PageUser;
  readonly counts: { fields: number; clicks: number };
} {
  const counts = { fields: 0, clicks: 0 };
  return {
    counts,
    hands: {
      ...hands,
      press: (...what) => {
        counts.clicks += 1;
        return hands.press(...what);
      },
      choose: (...what) => {
        counts.clicks += 1;
        return hands.choose(...what);
      },
      write: (...what) => {
        counts.fields += 1;
        return hands.write(...what);
      },
    },
  };
}
