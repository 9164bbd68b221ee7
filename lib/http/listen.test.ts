import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../errors/operator-error';
import { listen } from './listen';

describe('listen', () => {
  const servers: Server[] = [];
  const newServer = () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('hello'));
    servers.push(server);
    return server;
  };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-listen-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.listening) await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  const at = (host: string, port: number, variables = 'HOST, PORT') => ({ host, port, variables });

  it('listen returns when the server listens', async () => {
    const server = newServer();
    await listen(server, at('127.0.0.1', 0));
    expect((server.address() as AddressInfo).port).toBeGreaterThan(0);
  });

  it.each(['HOST, PORT', 'HOST, METRICS_PORT'])('listen names %s when another program has the port', async (variables) => {
    const first = newServer();
    await listen(first, at('127.0.0.1', 0));
    const { port } = first.address() as AddressInfo;
    const refusal = listen(newServer(), at('127.0.0.1', port, variables));
    await expect(refusal).rejects.toBeInstanceOf(OperatorError);
    await expect(refusal).rejects.toThrow(`${variables}: can't listen on 127.0.0.1, port ${port} (another program listens there)`);
  });

  it('listen says by its code why else it may not listen', async () => {
    // An address of documentation (RFC 5737), which no machine has.
    const refusal = listen(newServer(), at('192.0.2.1', 0));
    await expect(refusal).rejects.toThrow("HOST, PORT: can't listen on 192.0.2.1, port 0 (EADDRNOTAVAIL)");
    await expect(refusal).rejects.toMatchObject({ cause: { code: 'EADDRNOTAVAIL' } });
  });

  describe('on a unix socket', () => {
    const on = (path: string) => ({ path, variables: 'PORT' });
    const heard = async (path: string) => String((await once(connect(path), 'data'))[0]);

    it('owner and group may connect, nobody else', async () => {
      const path = join(folder, 'web.sock');
      await listen(newServer(), on(path));
      expect(await heard(path)).toBe('hello');
      expect(statSync(path).mode & 0o777).toBe(0o660);
    });

    it('the file that a killed process left is replaced', async () => {
      const path = join(folder, 'web.sock');
      const before = newServer();
      await listen(before, on(join(folder, 'before.sock')));
      renameSync(join(folder, 'before.sock'), path);
      await new Promise((resolve) => before.close(resolve));
      expect(existsSync(path)).toBe(true);
      await listen(newServer(), on(path));
      expect(await heard(path)).toBe('hello');
    });

    it('the socket of a living process and a file of another kind stay', async () => {
      const [used, file] = [join(folder, 'web.sock'), join(folder, 'file')];
      await listen(newServer(), on(used));
      writeFileSync(file, 'kept');
      for (const path of [used, file])
        await expect(listen(newServer(), on(path))).rejects.toThrow(`PORT: can't listen on ${path} (another program listens there)`);
      expect(await heard(used)).toBe('hello');
      expect(statSync(file).size).toBe(4);
    });

    it('a folder that is not there is named by its code', async () => {
      const path = join(folder, 'missing/web.sock');
      await expect(listen(newServer(), on(path))).rejects.toThrow(`PORT: can't listen on ${path} (`);
    });
  });
});
