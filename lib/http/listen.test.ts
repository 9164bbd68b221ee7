import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../errors/operator-error';
import { listen } from './listen';

describe('listen', () => {
  const servers: Server[] = [];
  const newServer = () => {
    const server = createServer();
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.listening) await new Promise((resolve) => server.close(resolve));
  });

  it('listen returns when the server listens', async () => {
    const server = newServer();
    await listen(server, '127.0.0.1', 0, 'PORT');
    expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
  });

  it.each(['PORT', 'METRICS_PORT'] as const)('listen names %s when another program has the port', async (variable) => {
    const first = newServer();
    await listen(first, '127.0.0.1', 0, 'PORT');
    const { port } = first.address() as AddressInfo;
    const refusal = listen(newServer(), '127.0.0.1', port, variable);
    await expect(refusal).rejects.toBeInstanceOf(OperatorError);
    await expect(refusal).rejects.toThrow(`HOST, ${variable}: can't listen on 127.0.0.1, port ${port} (another program listens there)`);
  });

  it('listen says by its code why else it may not listen', async () => {
    // An address of documentation (RFC 5737), which no machine has.
    const refusal = listen(newServer(), '192.0.2.1', 0, 'PORT');
    await expect(refusal).rejects.toThrow("HOST, PORT: can't listen on 192.0.2.1, port 0 (EADDRNOTAVAIL)");
    await expect(refusal).rejects.toMatchObject({ cause: { code: 'EADDRNOTAVAIL' } });
  });
});
