/** Networks in CIDR notation, as somebody types them. Browser-safe; the service parses them again (lib/http/network.ts). */

/** Most networks of one paste. */
export const MAX_NETWORKS = 8;

const IPV4 = /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/;

/** Splits a typed list: at commas, semicolons, spaces and line breaks. */
export const networksIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

/** Whether the text is an address (192.0.2.1) or a network (2001:db8::/32). */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  if (IPV4.test(address)) return Number(bits) <= 32;
  // Browsers and Node parse such a host as an address, and refuse any other.
  return /^[\da-f:.]+$/i.test(address) && address.includes(':') && URL.canParse(`http://[${address}]`) && Number(bits) <= 128;
}
