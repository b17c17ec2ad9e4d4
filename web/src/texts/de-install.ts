import type { enInstall } from './en-install.js';

/** What the app says about installing it and about its updates, in German. */
export const deInstall: typeof enInstall = {
  update: { ready: 'Update bereit.', button: 'Jetzt aktualisieren', busy: 'Wird aktualisiert…' },
  heading: 'Usher installieren',
  advice: {
    installed: 'Du nutzt die installierte App.',
    'needs-https':
      'Dafür braucht es HTTPS: Browser installieren Apps nur von sicheren Adressen. Frag die Person, die diesen Server betreibt, nach einer Adresse, die mit https beginnt. Alles andere funktioniert auch so.',
    button: 'Leg Usher auf deinen Startbildschirm, wie jede andere App. Dann öffnet es sich ohne Browser drumherum.',
    'share-menu': 'Öffne das Teilen-Menü und wähle „Zum Home-Bildschirm“ (auf dem Mac „Zum Dock hinzufügen“).',
    'other-browser':
      'Dieser Browser kann keine Apps installieren. Öffne diese Seite dafür in Chrome, Edge oder Safari.',
    'browser-menu': 'Öffne das Menü deines Browsers und wähle „Installieren“ oder „Zum Startbildschirm hinzufügen“.',
  },
  button: 'Installieren',
};
