export { ScrubInterceptor } from './http/scrub.interceptor.js';
export { ProxyModule } from './proxy.module.js';
