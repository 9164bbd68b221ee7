// @ts-check
/**
 * A store that does the least a store must, for the section store of `npm run bench`: objects are files that are flushed, and
 * signatures are not checked. Writes its port to its parent.
 */
import { open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const folder = process.argv[2] ?? '';

const server = createServer(async (request, response) => {
  const file = join(folder, encodeURIComponent(new URL(request.url ?? '', 'http://store').pathname));
  const bytes = await buffer(request);
  if (request.method === 'PUT') {
    const handle = await open(file, 'w');
    await handle.writeFile(bytes);
    await handle.datasync();
    await handle.close();
    response.writeHead(200, { ETag: '"1"' }).end();
  } else if (request.method === 'DELETE') {
    await rm(file, { force: true });
    response.writeHead(204).end();
  } else {
    const found = await readFile(file).catch(() => null);
    response.writeHead(found ? 200 : 404).end(found ?? '<Error><Code>NoSuchKey</Code></Error>');
  }
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
