import { mount } from 'svelte';
import '../design/tokens.css';
import '../design/base.css';
import '../install/install.svelte.js';
import { startReloading } from '../install/old-page.js';
import { obeyWorker, startWorker } from '../install/worker.svelte.js';
import { startSession } from '../session/session.svelte.js';
import { LANGUAGE } from '../texts/language.js';
import App from './App.svelte';
import { place, startNavigation } from './navigation.svelte.js';
import { PAGES } from './pages.js';
import { matchPath } from './routes.js';

startReloading();
obeyWorker();

// Once the page is there: what the worker keeps is nothing that anybody waits for. A browser may refuse one, and does so where it
// doesn't trust the certificate; the app does without.
if (import.meta.env.PROD) {
  const start = () => setTimeout(() => void startWorker().catch(() => undefined), 2_000);
  // Texts of another language may come later than everything that the browser waits for.
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start);
}

document.documentElement.lang = LANGUAGE;
startSession();
startNavigation();
// The page is loaded while the session is looked for. Where that fails it is tried anew, and said, when it is to be shown.
PAGES[matchPath(place.path, true).page]().catch(() => undefined);

const target = document.getElementById('app');
if (target) mount(App, { target });
