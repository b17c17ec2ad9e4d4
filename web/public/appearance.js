// Runs before anything is drawn, so that no other theme is seen first. The choices are kept by src/app/appearance.svelte.ts.
try {
  const theme = localStorage.getItem('usher-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('usher-motion') === 'reduce') document.documentElement.dataset.motion = 'reduce';
} catch {
  // A browser that keeps nothing shows what the system says.
}
