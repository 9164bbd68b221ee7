// @ts-check
/** Runs a script in TypeScript, which Node 20 does not read: `node scripts/run.mjs build --release`. */
import { load } from './bundle.mjs';

process.setSourceMapsEnabled(true);
const [name, ...args] = process.argv.slice(2);
const { main } = await load(`scripts/${name}.ts`);
await main(args);
