/** The private receivers that the operator names one by one: WEBHOOK_ALLOW. */
import ipaddr from 'ipaddr.js';

export interface AllowRule {
  /** A name in lower case, or an address as `ipaddr.js` writes it. */
  host: string;
  /** Null: those of http: and https:. */
  port: number | null;
}

const RULE = /^(?:\[(?<bracketed>[\da-f:.]+)\]|(?<bare>[\da-f]*:[\da-f.]*:[\da-f:.]*)|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const NAME = /^[a-z\d_](?:[\w-]*[a-z\d])?(?:\.[a-z\d_](?:[\w-]*[a-z\d])?)*$/;
const USUAL_PORTS = [80, 443];
/** Ranges of receivers in one's own network. Link-local ones, where clouds keep their credentials, are not among them. */
const OWN_RANGES = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Parses receivers that commas or spaces separate: a name or an address, each with or without a port (`ntfy.lan`,
 * `10.0.0.5:8065`, `[fd00::5]:8065`). Without a port it means 80 and 443.
 * @returns null when one is none of these, or is an address where no receiver can be: link-local, multicast or reserved
 */
export function parseAllowRules(text: string): AllowRule[] | null {
  const rules = text
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .map(parseRule);
  return rules.every((rule) => rule !== null) ? rules : null;
}

function parseRule(text: string): AllowRule | null {
  const { bracketed, bare, host, port: digits } = RULE.exec(text.toLowerCase())?.groups ?? {};
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const target = bracketed ?? bare ?? host ?? '';
  const address = addressOf(target);
  if (address !== null) return isOwn(address, true) ? { host: address.toString(), port } : null;
  // Digits and dots that are no address are more likely a mistake than a name.
  return NAME.test(target) && !/^[\d.]+$/.test(target) ? { host: target, port } : null;
}

function addressOf(text: string) {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
  return isAddress ? ipaddr.process(text) : null;
}

/** Loopback is meant only by who names it. */
const isOwn = (address: ipaddr.IPv4 | ipaddr.IPv6, isLoopbackNamed: boolean): boolean =>
  OWN_RANGES.includes(address.range()) || (isLoopbackNamed && address.range() === 'loopback');

/** Whether the operator has named the host and the port of a URL. */
export function isNamed(rules: readonly AllowRule[], { hostname, port: given, protocol }: URL): boolean {
  const text = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const host = addressOf(text)?.toString() ?? text.toLowerCase();
  const port = Number(given) || (protocol === 'https:' ? 443 : 80);
  return rules.some((rule) => rule.host === host && (rule.port === null ? USUAL_PORTS.includes(port) : rule.port === port));
}

/**
 * Whether a URL that the operator has named may be connected to at an address. A name may lead into the own network, but neither
 * to this machine, unless it is called localhost, nor where clouds keep their credentials: its name server may lie.
 */
export function isNamedAddress(rules: readonly AllowRule[], url: URL, address: string): boolean {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (parsed === null || !isNamed(rules, url)) return false;
  const isLiteral = addressOf(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== null;
  return isOwn(parsed, isLiteral || url.hostname === 'localhost');
}
