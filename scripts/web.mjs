/**
 * npm run web: the web app for those who work on it. A change of a file shows at once; the household is that of the demo.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { reportFailure, root, setUp } from './set-up.mjs';
import { writeTypes } from './web/write-types.mjs';

/** Where the demo says that its server listens. */
const ADDRESS = /^ {2}Server\s+(http:\/\/\S+)/m;

try {
  await setUp({ builds: ['server', 'demo'] });
  await writeTypes();
  const demo = spawn(process.execPath, [join(root, 'scripts', 'demo.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo.stdout.pipe(process.stdout);
  demo.once('exit', (code) => process.exit(code ?? 1));
  const target = await addressOf(demo);
  const { createServer } = await import('vite');
  const web = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    // The page asks for its own origin, as it does where the server serves it.
    server: { proxy: { '/api': { target, ws: true, changeOrigin: false } } },
  });
  await web.listen();
  console.log('\nThe web app, with every change as it is saved:');
  web.printUrls();
} catch (error) {
  reportFailure(error);
}

/** Resolves with the address of the demo's server, once it says it. */
function addressOf(demo) {
  return new Promise((resolve) => {
    let said = '';
    demo.stdout.on('data', (part) => {
      said += String(part);
      const [, address] = ADDRESS.exec(said) ?? [];
      if (address) resolve(address);
    });
  });
}
