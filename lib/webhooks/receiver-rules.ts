/**
 * The operator's rules for receivers: private ones that webhooks may reach (WEBHOOK_ALLOW), and networks and hosts that they may
 * not reach, besides those that no webhook ever may (WEBHOOK_DENY).
 */
import ipaddr from 'ipaddr.js';
import { isInNetwork, type Network, parseNetwork } from '../http/network';

/** Receiver that webhooks may reach although it is private. */
export interface AllowRule {
  /** A name in lower case, or an address as `ipaddr.js` writes it. */
  host: string;
  /** Null: those of http: and https:. */
  port: number | null;
}

export interface DenyRule {
  /** Null: every network. */
  network: Network | null;
  /** In lower case; with a leading dot it means every name below. Null: every name. */
  name: string | null;
  /** Null: every port. */
  port: number | null;
}

const RULE =
  /^(?:\[(?<bracketed>[\da-f:.]+)\]|(?<bare>[\da-f:.]*:[\da-f:.]*:[\da-f:.]*(?:\/\d+)?)|(?<host>[\w.*/-]*))(?::(?<port>\d{1,5}))?$/i;
const NAME = /^(?:\*\.)?[a-z\d_](?:[\w-]*[a-z\d])?(?:\.[a-z\d_](?:[\w-]*[a-z\d])?)*$/;
const USUAL_PORTS = [80, 443];
/** Ranges of receivers in one's own network. Link-local ones, where clouds keep their credentials, are not among them. */
const OWN_RANGES = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Parses rules that commas or spaces separate. @param parse gets the part before the port, in lower case @returns null when one is none */
function parseRules<Rule>(text: string, parse: (target: string, port: number | null) => Rule | null): Rule[] | null {
  const rules = text
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .map((rule) => {
      const { bracketed, bare, host, port: digits } = RULE.exec(rule.toLowerCase())?.groups ?? {};
      const target = bracketed ?? bare ?? host;
      const port = digits === undefined ? null : Number(digits);
      return target === undefined || (port !== null && (port < 1 || port > 65_535)) ? null : parse(target, port);
    });
  return rules.every((rule) => rule !== null) ? rules : null;
}

/** Digits and dots that are no address are more likely a mistake than a name. */
const isName = (target: string): boolean => NAME.test(target) && !/^[\d.]+$/.test(target);

/**
 * Parses receivers: a name or an address, each with or without a port (`ntfy.lan`, `10.0.0.5:8065`, `[fd00::5]:8065`). Without a
 * port it means 80 and 443.
 * @returns null when one is none of these, or is an address where no receiver can be: link-local, multicast or reserved
 */
export const parseAllowRules = (text: string): AllowRule[] | null =>
  parseRules(text, (target, port) => {
    const address = addressOf(target);
    if (address !== null) return isOwn(address, true) ? { host: address.toString(), port } : null;
    return isName(target) && !target.startsWith('*') ? { host: target, port } : null;
  });

/**
 * Parses rules against receivers: a network (`2001:db8:64::/96`), an address, a name (`hooks.example`), all names below one
 * (`*.corp.example`), each with or without a port (`198.51.100.7:8443`, `[2001:db8::1]:8443`), or a port alone (`:8443`).
 * @returns null when a rule is none of these
 */
export const parseDenyRules = (text: string): DenyRule[] | null =>
  parseRules(text, (target, port) => {
    if (target === '') return port === null ? null : { network: null, name: null, port };
    const network = parseNetwork(target);
    if (network !== null) return { network, name: null, port };
    return isName(target) ? { network: null, name: target.replace(/^\*/, ''), port } : null;
  });

function addressOf(text: string) {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
  return isAddress ? ipaddr.process(text) : null;
}

/** Loopback is meant only by who names it. */
const isOwn = (address: ipaddr.IPv4 | ipaddr.IPv6, isLoopbackNamed: boolean): boolean =>
  OWN_RANGES.includes(address.range()) || (isLoopbackNamed && address.range() === 'loopback');

/** The host of a URL: an address without brackets, or a name in lower case, without a dot at its end. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

export const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** Whether the operator has named the host and the port of a URL. */
export function isNamed(rules: readonly AllowRule[], url: URL, { anyPort = false } = {}): boolean {
  const host = addressOf(hostOf(url))?.toString() ?? hostOf(url);
  const port = portOf(url);
  return rules.some((rule) => rule.host === host && (anyPort || (rule.port === null ? USUAL_PORTS.includes(port) : rule.port === port)));
}

/**
 * Whether a URL that the operator has named may be connected to at an address. A name may lead into the own network, but neither
 * to this machine, unless it is called localhost, nor where clouds keep their credentials: its name server may lie.
 */
export function isNamedAddress(rules: readonly AllowRule[], url: URL, address: string): boolean {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (parsed === null || !isNamed(rules, url)) return false;
  return isOwn(parsed, addressOf(hostOf(url)) !== null || url.hostname === 'localhost');
}

/** @param address one of the host's addresses; null when unknown: then only names and ports decide */
export function isDenied(rules: readonly DenyRule[], url: URL, address: string | null): boolean {
  const name = hostOf(url);
  const parsed = address !== null && ipaddr.isValid(address) ? ipaddr.process(address) : null;
  return rules.some((rule) => {
    if (rule.port !== null && rule.port !== portOf(url)) return false;
    if (rule.name !== null) return rule.name.startsWith('.') ? name.endsWith(rule.name) : name === rule.name;
    return rule.network === null || (parsed !== null && isInNetwork(parsed, rule.network));
  });
}
