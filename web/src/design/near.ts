import type { Attachment } from 'svelte/attachments';

/** So far below the window something counts as near, in pixels: it is there before the reader is. */
const NEAR = '600px';

/** Calls once the element comes near the window: what lies far below asks for nothing before. */
export const near =
  (reached: () => void): Attachment<HTMLElement> =>
  (element) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        reached();
      },
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  };
