/**
 * Loaded into the server before its program: each https connection goes to a port of this machine, without TLS. Pictures come from
 * hosts that no setting names, and nothing is to leave the machine.
 */
import { Agent } from 'node:https';
import { connect } from 'node:net';

const port = Number(process.env.DEMO_PICTURE_PORT);
Object.assign(Agent.prototype, { createConnection: () => connect(port, '127.0.0.1') });
