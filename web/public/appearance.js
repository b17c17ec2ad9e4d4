// Runs before anything is drawn, so that no other theme is seen first. The choices are kept by src/app/appearance.svelte.ts.
{
  /** A browser that keeps nothing shows what the system says. */
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  const theme = kept('usher-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (kept('usher-motion') === 'reduce') document.documentElement.dataset.motion = 'reduce';
}
