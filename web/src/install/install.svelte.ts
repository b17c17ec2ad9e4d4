import { installAdvice, type InstallAdvice } from '../domain/install-advice.js';

/** What Chromium sends when the app could be installed. Source: W3C Manifest Incubations, BeforeInstallPromptEvent */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  /** The browser asks its reader once it is told to. */
  private offer: InstallOffer | undefined = $state.raw();
  private isInstalled = $state(window.matchMedia('(display-mode: standalone)').matches);

  constructor() {
    window.addEventListener('beforeinstallprompt', (event) => {
      // Profile offers it; a bar over the page would be in the way.
      event.preventDefault();
      this.offer = event as InstallOffer;
    });
    window.addEventListener('appinstalled', () => {
      this.offer = undefined;
      this.isInstalled = true;
    });
  }

  get advice(): InstallAdvice {
    return installAdvice({
      isInstalled: this.isInstalled,
      isSecure: window.isSecureContext,
      canAsk: this.offer !== undefined,
      userAgent: navigator.userAgent,
    });
  }

  /** Has the browser ask. An offer is good for one time. */
  async ask(): Promise<void> {
    const { offer } = this;
    this.offer = undefined;
    await offer?.prompt();
  }
}

/** Whether and how the app can be installed here. It listens from the start, since the browser offers it once. */
export const install = new Install();
