import type { InstallAdvice } from '../domain/install-advice.js';

/** What the app says about installing it and about its updates, in English. */
export const enInstall = {
  update: { ready: 'Update ready.', button: 'Update now', busy: 'Updating…' },
  heading: 'Install Usher',
  advice: {
    installed: 'You’re using the installed app.',
    'needs-https':
      'Needs HTTPS: browsers install apps from secure addresses only. Ask the person who runs this server for an address that starts with https. Everything else works here, too.',
    button: 'Put it on your home screen, like any other app. It opens without the browser around it.',
    'share-menu': 'Open the share menu and choose “Add to Home Screen” (on a Mac, “Add to Dock”).',
    'other-browser': 'This browser can’t install apps. Open this page in Chrome, Edge or Safari to install it.',
    'browser-menu': 'Open your browser’s menu and choose “Install” or “Add to Home screen”.',
  } satisfies Record<InstallAdvice, string>,
  button: 'Install',
};
