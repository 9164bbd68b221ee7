// @ts-check
/** A collector of traces that reads what it gets and responds at once, or never: `node bench/collector.mjs PORT [silent]`. */
import { createServer } from 'node:http';

const [port, isSilent] = process.argv.slice(2);
createServer((request, response) => {
  request.resume();
  if (isSilent === undefined) request.once('end', () => response.end('{}'));
}).listen(Number(port), '127.0.0.1');
