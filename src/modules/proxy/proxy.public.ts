export { ProxyModule } from './proxy.module.js';
