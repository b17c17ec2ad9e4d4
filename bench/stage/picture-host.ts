/**
 * Loaded into a measured server before its program: each https connection goes to a port of this machine, without TLS.
 * Pictures come from a host of their own that no setting names, and no benchmark leaves the machine.
 */
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { PICTURE_PORT } from './picture-port.js';

const port = Number(process.env[PICTURE_PORT]);
Object.assign(Agent.prototype, { createConnection: () => connect(port, '127.0.0.1') });
