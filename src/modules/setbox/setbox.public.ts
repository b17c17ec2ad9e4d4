export { SetboxModule } from './setbox.module.js';
