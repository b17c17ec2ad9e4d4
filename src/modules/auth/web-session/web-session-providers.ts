import { InstallationNameService } from './installation-name.service.js';
import { PicturePassService } from './picture-pass.service.js';
import { WebSessionService } from './web-session.service.js';

/** The injectable classes of this folder, for the module file. */
export const webSessionProviders = [InstallationNameService, PicturePassService, WebSessionService];
