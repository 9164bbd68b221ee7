// @ts-check
/** A receiver that responds with 200 at once. GET / returns the number of deliveries and the times of the first and last. */
import { createServer } from 'node:http';

let seen = { count: 0, firstAt: 0, lastAt: 0 };

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(seen));
    seen = { count: 0, firstAt: 0, lastAt: 0 };
    return;
  }
  request.resume().on('end', () => {
    const now = Date.now();
    seen = { count: seen.count + 1, firstAt: seen.firstAt || now, lastAt: now };
    response.end();
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');
