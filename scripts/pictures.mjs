/**
 * npm run pictures: takes the pictures of the README anew, of the web app with the simulated household of the demo. Needs
 * Chromium.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportFailure, root, setUp } from './set-up.mjs';

try {
  await setUp({ builds: ['server', 'web', 'demo'] });
  const built = join(root, 'dist-demo', 'scripts', 'demo', 'pictures', 'take-pictures.js');
  const { takePictures } = await import(pathToFileURL(built).href);
  await takePictures(root, join(root, 'docs', 'pictures'));
} catch (error) {
  reportFailure(error);
}
