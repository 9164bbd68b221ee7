/** The proxies in examples are single ones, and no client is believed about its own address. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clientAddress } from '#lib/http/client-address';
import { countAddresses, parseTrustedProxies } from '#lib/http/trusted-proxies';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = [
  'README.md',
  'compose.yaml',
  'compose.scale.yaml',
  ...['deploy/helm', 'docs', 'docs/operations'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  ),
].filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.png'));

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const EXAMPLES = FILES.flatMap((file) =>
  [...read(file).matchAll(/^\W*(?:echo ")?TRUST_PROXY(?:=|: )"?([^\s"#]+)/gm)].map(([, value = '']) => [file, value] as const),
).filter(([, value]) => !value.startsWith('$'));

describe('an example of TRUST_PROXY', () => {
  it('is in each file that installs the service behind a proxy', () => {
    expect(new Set(EXAMPLES.map(([file]) => file))).toEqual(
      new Set([
        'compose.scale.yaml',
        'deploy/helm/values-many.yaml',
        'deploy/helm/values.yaml',
        'docs/company.md',
        'docs/install.md',
        'docs/public-host.md',
      ]),
    );
  });

  it.each(EXAMPLES)('in %s names proxies alone: %s', (_, value) => {
    const proxies = parseTrustedProxies(value);
    for (const network of proxies?.networks ?? []) expect(countAddresses([network])).toBeLessThanOrEqual(256);
    expect(proxies?.networks).not.toBeNull();
  });

  it.each(EXAMPLES)('in %s believes no client about itself: %s', (_, value) => {
    const proxies = parseTrustedProxies(value);
    if (!proxies?.networks) throw new Error(`${value} names no proxies`);
    const lie = '198.51.100.1';
    // A client that reaches the port directly.
    for (const client of ['203.0.113.7', '10.0.0.77', '10.244.7.7', '172.17.0.1', '192.168.1.1', '2001:db8::7'])
      expect(clientAddress(client, lie, proxies)).toBe(client);
    // A client anywhere, also beside the proxy, behind a proxy that appends.
    for (const [network] of proxies.networks)
      for (const client of ['203.0.113.7', '10.0.0.77', network.toString()])
        expect(clientAddress(network.toString(), `${lie}, ${client}`, proxies)).toBe(client);
  });
});

it.each(FILES)('%s has no proxy append to what a client sent', (file) => {
  expect(read(file)).not.toMatch(/proxy_add_x_forwarded_for|option forwardfor|trusted_proxies|use-forwarded-headers: *"?true/);
});
