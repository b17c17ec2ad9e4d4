import { BASE_PATH } from '../app/base-path.js';

/** Says that the page was loaded anew for a missing file, for as long as that could be the reason again. */
const RELOADED = 'usher-reloaded';
const LONG_ENOUGH_MS = 10_000;

/** Is this page the one that the server hands out now? Undefined where the server doesn't answer. */
export async function isCurrentPage(): Promise<boolean | undefined> {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
  const answered = await fetch(`${BASE_PATH}/`, { cache: 'no-cache' }).catch(() => undefined);
  return answered?.ok ? (await answered.text()).includes(`"${own}"`) : undefined;
}

/**
 * Loads the page anew, once, when it misses a file of its own because the server has another version now. What is missing for
 * want of a network is not gone: then the page that is there is worth keeping. Called at the start.
 */
export function startReloading(): void {
  window.addEventListener('vite:preloadError', () => {
    void isCurrentPage().then((isCurrent) => {
      if (isCurrent !== false || sessionStorage.getItem(RELOADED) === 'yes') return;
      sessionStorage.setItem(RELOADED, 'yes');
      window.location.reload();
    });
  });
  window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), LONG_ENOUGH_MS));
}
